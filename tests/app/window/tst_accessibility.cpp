// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader and a keyboard find: names, descriptions, tables beside plots, tab order.
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QScreen>
#include <QTabBar>
#include <set>

#include "app/bench/task_picker.h"
#include "app/desk/actions.h"
#include "app/desk/panel.h"
#include "app/desk/selection.h"
#include "app/desk/subject.h"
#include "app/desk/workspaces.h"
#include "app/docks/dock_table.h"
#include "app/episodes/advisor_dialog.h"
#include "app/episodes/note_dialog.h"
#include "app/help/manual_window.h"
#include "app/help/shortcut_sheet.h"
#include "app/launch/start_dialog.h"
#include "app/remote/remote_dialog.h"
#include "app/runs/close_question.h"
#include "app/runs/run_flow.h"
#include "app/runs/tags_dialog.h"
#include "app/runs/trash_dialog.h"
#include "app/window/command_palette.h"
#include "tests/app/window_fixture.h"
#include "tests/patience.h"
#include "widgets/code/code_editor.h"
#include "widgets/curves/curve_plot.h"
#include "widgets/curves/curve_table.h"
#include "widgets/curves/curves_view.h"
#include "widgets/funnel/funnel_chart.h"
#include "widgets/funnel/funnel_flow.h"
#include "widgets/funnel/funnel_view.h"
#include "widgets/inputs/error_map_view.h"
#include "widgets/inputs/inputs_table.h"
#include "widgets/look/screen_fit.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid::app;
namespace widgets = nereid::widgets;

namespace {

constexpr int kSteps = 6;
constexpr int kMostChildren = 200;  // of tables only the first cells are walked

bool wantsName(const QAccessibleInterface& face) {
  switch (face.role()) {
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::Table:
    case QAccessible::List:
    case QAccessible::Tree:
    case QAccessible::Dialog:
      return true;
    default:
      return face.state().focusable;
  }
}

/// Visible controls without a name, below `face`, one line each.
void findNameless(QAccessibleInterface* face, const QString& path, QStringList& out) {
  if (face == nullptr || !face->isValid() || face->state().invisible) return;
  const QObject* object = face->object();
  const QString here = path + QLatin1Char('/') +
                       (object != nullptr ? QLatin1String(object->metaObject()->className())
                                          : QLatin1String("item"));
  const auto* widget = qobject_cast<const QWidget*>(object);
  const auto* bar = qobject_cast<const QTabBar*>(widget);
  const bool isUnused = bar != nullptr && bar->count() == 0;  // Qt keeps those for later
  // Parts that Qt makes itself, such as the view in a combo box, take the keyboard of their owner.
  const bool isPart = widget != nullptr && widget->focusProxy() == nullptr &&
                      qobject_cast<const QComboBox*>(widget->parentWidget()) != nullptr;
  if (widget != nullptr && !isUnused && !isPart && wantsName(*face) &&
      face->text(QAccessible::Name).isEmpty())
    out << here + QLatin1Char(' ') + object->objectName();
  const int children = std::min(face->childCount(), kMostChildren);
  for (int i = 0; i < children; ++i) findNameless(face->child(i), here, out);
}

QStringList namelessIn(QWidget* root, const QString& name) {
  QStringList out;
  findNameless(QAccessible::queryAccessibleInterface(root), name, out);
  return out;
}

bool takesTab(const QWidget* widget) {
  return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
         widget->focusProxy() == nullptr;
}

}  // namespace

class TestAccessibility : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void everyDockIsNamedThroughout();
  void everyDialogIsNamedThroughout();
  void theTitleOfADialogIsInReach();
  void everyDialogFitsTheDesktop();
  void everyPlotHasWords();
  void everyPlotHasItsNumbersInATable();
  void tabReachesEveryControl_data();
  void tabReachesEveryControl();
};

void TestAccessibility::initTestCase() {
  QAccessible::setActive(true);
  QVERIFY(record(kSteps));
}

void TestAccessibility::init() {
  QVERIFY(begin());
  QVERIFY(m_fixture.openRun(run()));
}

void TestAccessibility::everyDockIsNamedThroughout() {
  QStringList nameless;
  for (const DockInfo& info : dockTable()) {
    window().docks().activate(QLatin1String(info.id));
    QCoreApplication::processEvents();
    Panel* panel = window().docks().panel(QLatin1String(info.id));
    QVERIFY2(!panel->accessibleName().isEmpty(), info.id);
    nameless << namelessIn(panel, QLatin1String(info.id));
  }
  nameless << namelessIn(&window(), QStringLiteral("window"));
  nameless.removeDuplicates();
  QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n')).left(1800)));
}

void TestAccessibility::everyDialogIsNamedThroughout() {
  QStringList nameless;
  const auto walk = [&](QWidget& dialog, const char* name) {
    dialog.show();
    QCoreApplication::processEvents();
    nameless << namelessIn(&dialog, QLatin1String(name));
    dialog.hide();
  };
  StartDialog start(&window());
  walk(start, "start");
  ShortcutSheet sheet(window().actions(), &window());
  walk(sheet, "shortcuts");
  CloseQuestion question(QStringLiteral("recorded"), 3, 2, &window());
  walk(question, "close");
  NoteDialog note({}, QStringLiteral("recorded"), &window());
  walk(note, "note");
  ManualWindow manual;
  manual.showPage(QStringLiteral("index"));
  walk(manual, "manual");
  m_fixture.trigger("go.palette");
  walk(window().palette(), "palette");
  QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n')).left(1800)));
}

// A window manager puts a title around it, which may be above the screen where it was placed.
void TestAccessibility::theTitleOfADialogIsInReach() {
  const widgets::ScreenFit fit(*qApp);
  const QRect desktop = window().screen()->availableGeometry();
  QDialog dialog(&window());
  dialog.resize(300, 200);
  dialog.show();
  dialog.move(desktop.left() + 40, desktop.top() - 30);
  QTRY_VERIFY(desktop.contains(dialog.frameGeometry()));
  dialog.move(desktop.left() - 60, desktop.bottom() - 20);
  dialog.hide();
  dialog.show();
  QTRY_VERIFY(desktop.contains(dialog.frameGeometry()));
}

// Large text on a small desktop: what a dialog is left by lies on the screen.
void TestAccessibility::everyDialogFitsTheDesktop() {
  const widgets::ScreenFit fit(*qApp);
  m_fixture.trigger("text.large");
  const QRect desktop = window().screen()->availableGeometry();
  const auto walk = [&](QWidget& dialog, const char* name) {
    dialog.show();
    QCoreApplication::processEvents();
    QVERIFY2(dialog.width() < desktop.width() && dialog.height() < desktop.height(),
             qPrintable(QStringLiteral("%1: %2 x %3")
                            .arg(QLatin1String(name))
                            .arg(dialog.width())
                            .arg(dialog.height())));
    const auto buttons = dialog.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
      if (!button->isVisible() || !button->isDefault()) continue;
      const QRect place(button->mapTo(&dialog, QPoint()), button->size());
      QVERIFY2(dialog.rect().contains(place), name);
    }
    dialog.hide();
  };
  StartDialog start(&window());
  walk(start, "start");
  ShortcutSheet sheet(window().actions(), &window());
  walk(sheet, "shortcuts");
  CloseQuestion question(QStringLiteral("recorded"), 3, 2, &window());
  walk(question, "close");
  NoteDialog note({}, QStringLiteral("recorded"), &window());
  walk(note, "note");
  ManualWindow manual;
  manual.showPage(QStringLiteral("index"));
  walk(manual, "manual");
  RemoteDialog remote({}, &window());
  walk(remote, "remote");
  TagsDialog tags(QStringLiteral("recorded"), {}, {}, &window());
  walk(tags, "tags");
  TrashDialog trash(m_fixture.folder().toStdString(), &window());
  walk(trash, "trash");
  TaskPicker tasks(&window());
  walk(tasks, "tasks");
  AdvisorDialog advisor({}, &window());
  walk(advisor, "advisor");
  m_fixture.trigger("text.normal");
}

void TestAccessibility::everyPlotHasWords() {
  QStringList silent;
  int plots = 0;
  const auto look = [&](const QWidget* plot) {
    ++plots;
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(plot));
    if (face->text(QAccessible::Name).isEmpty() || face->text(QAccessible::Description).isEmpty())
      silent << QLatin1String(plot->metaObject()->className());
  };
  window().docks().activate(QStringLiteral("curves"));
  for (const auto* plot : window().findChildren<widgets::CurvePlot*>()) look(plot);
  window().docks().activate(QStringLiteral("funnel"));
  for (const auto* plot : window().findChildren<widgets::FunnelChart*>()) look(plot);
  for (const auto* plot : window().findChildren<widgets::FunnelFlowView*>()) look(plot);
  for (const auto* plot : window().findChildren<widgets::ErrorMapView*>()) {
    if (plot->isVisible()) look(plot);
  }
  QVERIFY(plots >= 6);
  QVERIFY2(silent.isEmpty(), qPrintable(silent.join(QLatin1Char(' '))));
}

void TestAccessibility::everyPlotHasItsNumbersInATable() {
  const auto rowsOf = [](QWidget* table) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(table);
    return face->tableInterface() == nullptr ? 0 : face->tableInterface()->rowCount();
  };
  window().docks().activate(QStringLiteral("curves"));
  auto* curves = window().docks().view<widgets::CurvesView>("curves");
  window().selection().setStep(3);
  m_fixture.trigger("curves.values");
  QTRY_VERIFY(curves->valueTable()->isVisible());
  QTRY_VERIFY(rowsOf(curves->valueTable()) >= 4);
  QVERIFY(curves->valueTable()->focusPolicy() & Qt::TabFocus);

  window().docks().activate(QStringLiteral("funnel"));
  auto* funnel = window().docks().view<widgets::FunnelView>("funnel");
  const auto actions = funnel->findChildren<QAction*>();
  const auto found = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
    return action->text() == QLatin1String("table");
  });
  QVERIFY(found != actions.end());
  if (!(*found)->isChecked()) (*found)->trigger();
  // Two: the numbers in the plot's place, and the commonest reasons that stand beside the plot.
  const auto tables = funnel->findChildren<widgets::TableView*>();
  QCOMPARE(tables.size(), 2);
  for (const widgets::TableView* table : tables) QVERIFY(!table->accessibleName().isEmpty());
  QTRY_VERIFY(std::ranges::any_of(
      tables, [&](widgets::TableView* table) { return table->isVisible() && rowsOf(table) > 0; }));
}

void TestAccessibility::tabReachesEveryControl_data() {
  QTest::addColumn<QString>("workspace");
  for (const Workspace& workspace : workspaceTable())
    QTest::newRow(qPrintable(workspace.id)) << workspace.id;
}

void TestAccessibility::tabReachesEveryControl() {
  QFETCH(QString, workspace);
  window().workspaces().show(workspace);
  QCoreApplication::processEvents();
  std::set<const QWidget*> reached;
  QWidget* at = window().findChild<QWidget*>(QStringLiteral("name"));
  QVERIFY(at != nullptr);
  at->setFocus();
  while (reached.insert(QApplication::focusWidget()).second) {
    at = QApplication::focusWidget();
    QTest::keyClick(at, Qt::Key_Tab);
    if (QApplication::focusWidget() != at) continue;
    // Editors take Tab as text; the key of a dock leaves them.
    do at = at->nextInFocusChain();
    while (!takesTab(at));
    at->setFocus(Qt::TabFocusReason);
  }
  QStringList missed;
  const auto controls = window().findChildren<QWidget*>();
  for (const QWidget* control : controls) {
    const auto* bar = qobject_cast<const QTabBar*>(control);
    if (!takesTab(control) || reached.count(control) > 0 || control->visibleRegion().isEmpty())
      continue;
    if (bar != nullptr && bar->count() == 0) continue;
    missed << QLatin1String(control->metaObject()->className()) + QLatin1Char(' ') +
                  control->objectName() + QLatin1Char(' ') + control->accessibleName();
  }
  QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QLatin1Char('\n')).left(1500)));
  QVERIFY(reached.size() > 8);
}

NEREID_APP_TEST_MAIN(TestAccessibility)
#include "tst_accessibility.moc"
