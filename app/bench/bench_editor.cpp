// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/bench_editor.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/bench/bench_templates.h"
#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "widgets/code/code_editor.h"
#include "widgets/code/find_bar.h"
#include "widgets/look/elided_label.h"
#include "widgets/look/look.h"
#include "widgets/look/theme.h"
#include "widgets/words/engine_text.h"

namespace nereid::app {

using widgets::CodeEditor;

namespace {

constexpr std::uint64_t kLongestSource = 1 << 20;  // what the verifier takes
constexpr int kMostRecent = 10;

// A text that the editor can hold as it is.
Result<QString> readSource(const QString& file) {
  const auto content = read_file(file.toStdString(), kLongestSource);
  if (!content) return content.error();
  std::size_t offset = 0;
  if (!is_utf8(*content, &offset)) {
    return Error{ErrorCode::kInvalidArgument,
                 BenchEditor::tr("%1 is not UTF-8: byte %L2 is not valid. Save it as UTF-8 first.")
                     .arg(file)
                     .arg(offset)
                     .toStdString()};
  }
  return QString::fromStdString(*content);
}

}  // namespace

QString nameOfSource(const QString& source) {
  static const QRegularExpression kernel(
      QStringLiteral("^@triton\\.jit[^\\n]*\\n(?:@[^\\n]*\\n)*def\\s+(\\w+)"),
      QRegularExpression::MultilineOption);
  static const QRegularExpression function(QStringLiteral("^(?:def|class)\\s+(?!get_)(\\w+)"),
                                           QRegularExpression::MultilineOption);
  for (const auto* pattern : {&kernel, &function}) {
    if (const auto match = pattern->match(source); match.hasMatch()) return match.captured(1);
  }
  return BenchEditor::tr("candidate");
}

BenchEditor::BenchEditor(Side side, QWidget* parent)
    : QWidget(parent),
      m_side(side),
      m_title(new widgets::ElidedLabel(this)),
      m_editor(new CodeEditor(
          side == Side::kReference ? tr("Reference source") : tr("Candidate source"), this)),
      m_open(new QToolButton(this)),
      m_find(new widgets::FindBar(this)),
      m_menu(new QMenu(this)),
      m_recent(new QMenu(tr("Recent files"), this)) {
  m_pool.setMaxThreadCount(1);
  m_editor->setReadOnly(false);
  m_editor->setAcceptDrops(false);  // a dropped file is opened, not pasted as its name
  m_editor->setAutoIndent(true);
  widgets::keepFont(m_title, widgets::FontKind::kSmall);
  widgets::keepRole(m_title, widgets::Role::kSecondary);
  setupMenu();
  m_open->setText(tr("Open"));
  m_open->setMenu(m_menu);
  m_open->setPopupMode(QToolButton::InstantPopup);
  m_open->setAccessibleName(tr("Open, save or choose the %1").arg(title()));
  m_open->setProperty("quiet", true);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(10, 0, 6, 0);
  head->addWidget(m_title, 1);
  head->addWidget(m_open);
  auto* layout = widgets::tightColumn(this);
  layout->addLayout(head);
  layout->addWidget(m_editor, 1);
  layout->addWidget(m_find);
  m_find->hide();
  auto* find = new QAction(tr("Find"), this);
  find->setShortcut(QKeySequence::Find);
  find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(find);
  connect(find, &QAction::triggered, this, &BenchEditor::find);
  connect(m_editor, &QsciScintilla::textChanged, this, [this] {
    refreshTitle();
    Q_EMIT textChanged();
  });
  refreshTitle();
}

BenchEditor::~BenchEditor() {
  m_pool.waitForDone();
}

QString BenchEditor::title() const {
  return m_side == Side::kReference ? tr("PyTorch reference") : tr("candidate");
}

void BenchEditor::setupMenu() {
  m_menu->addAction(tr("Open file..."), this, &BenchEditor::openByDialog);
  m_menu->addMenu(m_recent);
  if (m_side == Side::kReference) {
    m_menu->addAction(tr("From the task list..."), this, &BenchEditor::taskRequested);
  } else {
    QMenu* templates = m_menu->addMenu(tr("New from template"));
    for (const BenchTemplate& one : benchTemplates()) {
      QAction* action = templates->addAction(one.title, this,
                                             [this, id = one.id] { Q_EMIT templateRequested(id); });
      action->setToolTip(one.about);
    }
    templates->setToolTipsVisible(true);
  }
  m_menu->addSeparator();
  m_menu->addAction(tr("Save"), this, &BenchEditor::save);
  m_menu->addAction(tr("Save as..."), this, &BenchEditor::saveByDialog);
  connect(m_menu, &QMenu::aboutToShow, this, &BenchEditor::fillRecent);
  fillRecent();
}

QStringList BenchEditor::recentFiles() const {
  return QSettings()
      .value(m_side == Side::kReference ? QStringLiteral("verify/recentReferences")
                                        : QStringLiteral("verify/recentCandidates"))
      .toStringList();
}

void BenchEditor::fillRecent() {
  m_recent->clear();
  const QStringList files = recentFiles();
  for (const QString& file : files) {
    QAction* action =
        m_recent->addAction(QFileInfo(file).fileName(), this, [this, file] { open(file); });
    action->setToolTip(file);
  }
  m_recent->setToolTipsVisible(true);
  m_recent->setEnabled(!files.isEmpty());
}

void BenchEditor::remember(const QString& file) {
  QStringList files = recentFiles();
  files.removeAll(file);
  files.prepend(file);
  QSettings().setValue(m_side == Side::kReference ? QStringLiteral("verify/recentReferences")
                                                  : QStringLiteral("verify/recentCandidates"),
                       files.mid(0, kMostRecent));
}

QString BenchEditor::source() const {
  return m_editor->source();
}

bool BenchEditor::isModified() const {
  const QString now = source();
  if (now.trimmed().isEmpty()) return false;
  return sha256_hex(now.toStdString()) != m_fileHash;
}

QString BenchEditor::name() const {
  return m_file.isEmpty() ? nameOfSource(source()) : QFileInfo(m_file).fileName();
}

void BenchEditor::refreshTitle() {
  if (m_file.isEmpty()) {
    m_title->setText(title());
  } else {
    const QString name = QFileInfo(m_file).fileName();
    m_title->setText(isModified() ? tr("%1 \u00B7 %2 \u00B7 changed").arg(title(), name)
                                  : tr("%1 \u00B7 %2").arg(title(), name));
  }
  m_title->setToolTip(m_file);
}

void BenchEditor::setFile(const QString& file, const std::string& hash) {
  m_file = file;
  m_fileHash = hash;
  refreshTitle();
}

void BenchEditor::replace(const QString& source, const QString& file) {
  const bool wasUnsaved = isModified() && source != this->source();
  const std::string hash = sha256_hex(source.toStdString());
  m_editor->replaceSource(source);
  // What comes from elsewhere (an episode, a template, the history) is kept there.
  setFile(file, hash);
  if (wasUnsaved) Q_EMIT unsavedReplaced();
}

void BenchEditor::open(const QString& file) {
  m_pool.start([this, file] {
    Result<QString> text = readSource(file);
    QMetaObject::invokeMethod(this, [this, file, text = std::move(text)] {
      if (!text) {
        Q_EMIT failed(widgets::engineText(text.error().message));
        return;
      }
      replace(*text, file);
      remember(file);
      Q_EMIT opened(file);
    });
  });
}

void BenchEditor::openByDialog() {
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Open a Python file"), QFileInfo(m_file).path(), tr("Python (*.py);;All files (*)"));
  if (!file.isEmpty()) open(file);
}

void BenchEditor::save() {
  m_file.isEmpty() ? saveByDialog() : saveAs(m_file);
}

void BenchEditor::saveByDialog() {
  const QString proposed =
      m_file.isEmpty() ? nameOfSource(source()) + QStringLiteral(".py") : m_file;
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the %1").arg(title()), proposed,
                                                    tr("Python (*.py);;All files (*)"));
  if (!file.isEmpty()) saveAs(file);
}

void BenchEditor::saveAs(const QString& file) {
  m_pool.start([this, file, text = source().toStdString()] {
    const Result<void> done = atomic_write_file(file.toStdString(), text);
    QMetaObject::invokeMethod(this, [this, file, done, hash = sha256_hex(text)] {
      if (!done) {
        Q_EMIT failed(widgets::engineText(done.error().message));
        return;
      }
      setFile(file, hash);
      remember(file);
      Q_EMIT saved(file);
    });
  });
}

void BenchEditor::find() {
  m_find->openFor(m_editor);
}

record::Draft BenchEditor::draft() const {
  return {m_side == Side::kReference ? "reference" : "candidate", source().toStdString(),
          m_file.toStdString(), m_fileHash};
}

void BenchEditor::setDraft(const record::Draft& draft) {
  m_editor->setSource(QString::fromStdString(draft.text));
  setFile(QString::fromStdString(draft.file), draft.file_text);
}

}  // namespace nereid::app
