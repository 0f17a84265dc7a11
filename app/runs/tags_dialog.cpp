// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/tags_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/record/library/run_labels.h"
#include "widgets/look/look.h"

namespace nereid::app {

namespace {

constexpr int kMostOffers = 8;

QString lineOf(const std::vector<std::string>& tags) {
  QStringList words;
  for (const std::string& tag : tags) words << QString::fromStdString(tag);
  return words.join(QStringLiteral(", "));
}

}  // namespace

TagsDialog::TagsDialog(const QString& run, const std::vector<std::string>& tags,
                       const QStringList& known, QWidget* parent)
    : QDialog(parent), m_line(new QLineEdit(lineOf(tags), this)) {
  setObjectName(QStringLiteral("tagsDialog"));
  setWindowTitle(tr("Tags"));
  auto* about = new QLabel(tr("Tags of \"%1\", with commas between them").arg(run), this);
  about->setTextFormat(Qt::PlainText);
  about->setWordWrap(true);
  widgets::keepRole(about, widgets::Role::kSecondary);
  m_line->setAccessibleName(tr("Tags"));
  m_line->setObjectName(QStringLiteral("tags"));
  m_line->setPlaceholderText(tr("base, seed 1"));
  auto* offers = new QHBoxLayout;
  offers->setSpacing(6);
  for (const QString& tag : known.mid(0, kMostOffers)) {
    auto* offer = new QToolButton(this);
    offer->setText(tag);
    offer->setCheckable(true);
    offer->setAccessibleName(tr("Tag %1").arg(tag));
    offer->setToolTip(tr("Set or take away this tag, which other runs have"));
    connect(offer, &QToolButton::clicked, this, [this, tag](bool on) { toggle(tag, on); });
    const auto follow = [this, offer, tag] {
      const std::vector<std::string> now = this->tags();
      offer->setChecked(std::find(now.begin(), now.end(), tag.toStdString()) != now.end());
    };
    connect(m_line, &QLineEdit::textChanged, offer, follow);
    follow();
    offers->addWidget(offer);
  }
  offers->addStretch(1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Save)->setText(tr("Save tags"));
  buttons->button(QDialogButtonBox::Save)->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 14);
  layout->setSpacing(8);
  layout->addWidget(about);
  layout->addWidget(m_line);
  layout->addLayout(offers);
  layout->addWidget(buttons);
  resize(460, sizeHint().height());
  m_line->setFocus();
}

std::vector<std::string> TagsDialog::tags() const {
  return record::tags_from_text(m_line->text().toStdString());
}

void TagsDialog::toggle(const QString& tag, bool on) {
  std::vector<std::string> now = tags();
  std::erase(now, tag.toStdString());
  if (on) now.push_back(tag.toStdString());
  m_line->setText(lineOf(now));
}

}  // namespace nereid::app
