// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <functional>
#include <optional>
#include <utility>

#include "widgets/filter/filter_completion.h"

class QCompleter;
class QStandardItemModel;

namespace nereid::widgets {

/// The filter line of the episodes. Offers keys and values while one types, or on Down: Up and Down
/// choose, Tab takes the chosen or first offer, Enter the chosen one, Escape closes. What could not
/// be understood is underlined. GUI thread only.
class FilterLine : public QLineEdit {
  Q_OBJECT

 public:
  explicit FilterLine(QWidget* parent = nullptr);
  /// Asked each time that offers are made.
  void setVocabulary(std::function<FilterVocabulary()> vocabulary);
  /// First character and length of what to underline.
  void setProblem(std::optional<std::pair<int, int>> range);
  std::optional<std::pair<int, int>> problem() const { return m_problem; }
  QWidget* popup() const;
  bool isPopupOpen() const;
  /// Texts of the offers that are shown.
  QStringList offers() const;
  void showOffers();

 Q_SIGNALS:
  /// An offer was taken; the text is not one that was typed.
  void completed();

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void take(int offer);
  void styleProblem();
  int chosenOffer() const;

  std::function<FilterVocabulary()> m_vocabulary;
  QCompleter* m_completer;
  QStandardItemModel* m_model;
  FilterCompletions m_completions;
  std::optional<std::pair<int, int>> m_problem;
};

}  // namespace nereid::widgets
