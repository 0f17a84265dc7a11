// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QList>
#include <QWidget>
#include <limits>

class QLabel;
class QListView;
class QToolButton;

namespace nereid::widgets {

class ElidedLabel;

/// A run that waits for its turn, or that could not be started.
struct QueueEntry {
  QString id;
  QString name;
  QString detail;   ///< what it does, e.g. "GRPO · 150 steps"
  QString problem;  ///< why it could not be started; empty: it waits
  double startsInS = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
  bool operator==(const QueueEntry& other) const;
};

/// "1st", "2nd", "3rd", "11th"; translatable.
QString ordinal(int number);

class QueueModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum { kProblemRole = Qt::UserRole + 1, kStateRole };
  using QAbstractListModel::QAbstractListModel;
  /// Keeps selection and scroll place where the same runs wait in the same order.
  void setEntries(QList<QueueEntry> entries, bool isHeld);
  const QList<QueueEntry>& entries() const { return m_entries; }
  int rowOf(const QString& id) const;
  /// "queued, 2nd · GRPO · 150 steps · in about 12:40"
  QString stateLine(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 Q_SIGNALS:
  void dropped(const QString& id, int row);

 private:
  int placeOf(int row) const;

  QList<QueueEntry> m_entries;
  bool m_isHeld = false;
};

/// The runs that wait, in their order: a head with the count and "pause", and the runs, which are
/// moved by dragging or Alt+Shift+Up and Down, edited by Enter and taken out by Delete. Hidden
/// while nothing waits. GUI thread only; it asks, and shows what it is given.
class QueueList : public QWidget {
  Q_OBJECT

 public:
  explicit QueueList(QWidget* parent = nullptr);
  QListView* view() const { return m_view; }
  QueueModel* model() const { return m_model; }
  QToolButton* holdButton() const { return m_hold; }
  /// `totalS`: time until all have ended, NaN where it is not known.
  void setQueue(const QList<QueueEntry>& entries, bool isHeld, double totalS);
  QString summary() const;
  QString selected() const;
  void select(const QString& id);

 Q_SIGNALS:
  void moveRequested(const QString& id, int row);
  void removeRequested(const QString& id);
  void editRequested(const QString& id);
  void retryRequested(const QString& id);
  void heldRequested(bool isHeld);
  void selectionChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void showMenu(const QPoint& place);
  bool takeKey(int key, Qt::KeyboardModifiers modifiers);
  void fitHeight();

  QLabel* m_title;
  ElidedLabel* m_note;
  QToolButton* m_hold;
  QListView* m_view;
  QueueModel* m_model;
  bool m_isHeld = false;
};

}  // namespace nereid::widgets
