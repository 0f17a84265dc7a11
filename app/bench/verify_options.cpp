// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/verify_options.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpressionValidator>
#include <QSettings>
#include <QSpinBox>
#include <QWidgetAction>

#include "app/bench/judgements.h"
#include "engine/verify/audit.h"

namespace nereid::app {

namespace {

QString key(const char* name) {
  return QLatin1String("verify/") + QLatin1String(name);
}

}  // namespace

VerifyOptionsButton::VerifyOptionsButton(QWidget* parent)
    : QToolButton(parent),
      m_policy(new QComboBox),
      m_device(new QComboBox),
      m_seed(new QLineEdit),
      m_thorough(new QCheckBox(tr("More variants of the inputs"))),
      m_audit(new QCheckBox(tr("Audit with compute-sanitizer"))),
      m_artefacts(new QCheckBox(tr("Keep what the compiler made"))),
      m_compiled(new QCheckBox(tr("Time torch.compile, too"))),
      m_limit(new QSpinBox) {
  m_policy->addItem(tr("Full: kernels do all the compute"), QStringLiteral("full"));
  m_policy->addItem(tr("Best system: torch may help"), QStringLiteral("best-system"));
  m_policy->setAccessibleName(tr("What a candidate may use"));
  m_device->addItem(tr("GPU if there is one"), QStringLiteral("auto"));
  m_device->addItem(tr("Interpreter only"), QStringLiteral("cpu"));
  m_device->addItem(tr("GPU"), QStringLiteral("cuda"));
  m_device->setAccessibleName(tr("Where it is judged"));
  m_seed->setAccessibleName(tr("Seed of inputs and parameters"));
  m_seed->setPlaceholderText(tr("not guessable"));
  m_seed->setClearButtonEnabled(true);
  m_seed->setValidator(
      new QRegularExpressionValidator(QRegularExpression(QStringLiteral("\\d{0,15}")), m_seed));
  m_seed->setToolTip(
      tr("Equal seeds give equal inputs. Empty: drawn once in this program, so that no candidate "
         "can know it; the verdict names it."));
  m_thorough->setToolTip(tr("Beside the five usual ones, at small sizes"));
  m_artefacts->setToolTip(tr("TTIR, TTGIR, PTX and SASS of each kernel, for the dock Levels"));
  m_compiled->setToolTip(tr("Only where a GPU measures time; once a task, up to three minutes"));
  const QString noAudit = QString::fromStdString(verify::why_no_audit());
  m_audit->setEnabled(noAudit.isEmpty());
  m_audit->setToolTip(
      noAudit.isEmpty()
          ? tr("Runs the kernels of an accepted candidate under NVIDIA's compute-sanitizer: half a "
               "minute more")
          : tr("Kernels cannot be run under NVIDIA's compute-sanitizer here: %1").arg(noAudit));
  m_limit->setRange(Judgements::kLeastLimit, Judgements::kMostLimit);
  m_limit->setGroupSeparatorShown(true);
  m_limit->setAccessibleName(tr("Judgements that the history keeps"));
  m_limit->setToolTip(tr("Beyond it, or beyond 256 MB, the oldest go with the next judgement"));
  restore();
  auto* menu = new QMenu(this);
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(form());
  menu->addAction(action);
  setMenu(menu);
  setPopupMode(QToolButton::InstantPopup);
  setProperty("quiet", true);
  setToolTip(tr("Seed, device, what is allowed, and how much is looked at"));
  for (QComboBox* box : {m_policy, m_device})
    connect(box, &QComboBox::currentIndexChanged, this, &VerifyOptionsButton::keep);
  for (QCheckBox* box : {m_thorough, m_audit, m_artefacts, m_compiled})
    connect(box, &QCheckBox::toggled, this, &VerifyOptionsButton::keep);
  connect(m_seed, &QLineEdit::textChanged, this, &VerifyOptionsButton::refresh);
  connect(m_limit, &QSpinBox::valueChanged, this, &Judgements::setLimit);
  refresh();
}

QWidget* VerifyOptionsButton::form() {
  auto* form = new QWidget(this);
  auto* layout = new QFormLayout(form);
  layout->setContentsMargins(12, 10, 12, 10);
  layout->addRow(tr("Allowed"), m_policy);
  layout->addRow(tr("Device"), m_device);
  layout->addRow(tr("Seed"), m_seed);
  for (QCheckBox* box : {m_thorough, m_artefacts, m_audit, m_compiled}) layout->addRow(box);
  layout->addRow(tr("History keeps"), m_limit);
  return form;
}

void VerifyOptionsButton::restore() {
  const QSettings settings;
  const auto choose = [&](QComboBox* box, const char* name) {
    box->setCurrentIndex(std::max(0, box->findData(settings.value(key(name)))));
  };
  choose(m_policy, "policy");
  choose(m_device, "device");
  m_thorough->setChecked(settings.value(key("thorough"), true).toBool());
  m_artefacts->setChecked(settings.value(key("artefacts"), true).toBool());
  m_audit->setChecked(m_audit->isEnabled() && settings.value(key("audit"), false).toBool());
  m_compiled->setChecked(settings.value(key("compiled"), false).toBool());
  m_limit->setValue(Judgements::limit());
}

void VerifyOptionsButton::keep() {
  QSettings settings;
  settings.setValue(key("policy"), m_policy->currentData());
  settings.setValue(key("device"), m_device->currentData());
  settings.setValue(key("thorough"), m_thorough->isChecked());
  settings.setValue(key("artefacts"), m_artefacts->isChecked());
  settings.setValue(key("audit"), m_audit->isChecked());
  settings.setValue(key("compiled"), m_compiled->isChecked());
  refresh();
}

QString VerifyOptionsButton::summary() const {
  QStringList parts;
  if (m_policy->currentIndex() > 0) parts << tr("best system");
  if (m_device->currentIndex() > 0) parts << m_device->currentData().toString();
  if (!m_seed->text().isEmpty()) parts << tr("seed %1").arg(m_seed->text());
  if (!m_thorough->isChecked()) parts << tr("five variants");
  if (m_audit->isChecked()) parts << tr("audit");
  if (m_compiled->isChecked()) parts << tr("torch.compile");
  return parts.join(QStringLiteral(", "));
}

void VerifyOptionsButton::refresh() {
  const QString chosen = summary();
  setText(chosen.isEmpty() ? tr("Options") : tr("Options: %1").arg(chosen));
  setAccessibleName(text());
}

void VerifyOptionsButton::apply(verify::VerifyRequest& request) const {
  request.seed =
      m_seed->text().isEmpty() ? verify::unguessable_seed() : m_seed->text().toULongLong();
  request.options.policy =
      m_policy->currentIndex() == 0 ? verify::Policy::kFull : verify::Policy::kBestSystem;
  request.options.device = m_device->currentData().toString().toStdString();
  request.options.thorough = m_thorough->isChecked();
  request.options.audit = m_audit->isChecked();
  request.options.keep_artefacts = m_artefacts->isChecked();
  request.options.compiled_baseline = m_compiled->isChecked();
}

}  // namespace nereid::app
