<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Open run...</source>
        <translation>Lauf öffnen...</translation>
    </message>
    <message>
        <source>Open the folder of a recorded or running run</source>
        <translation>Ordner eines aufgezeichneten oder laufenden Laufs öffnen</translation>
    </message>
    <message>
        <source>Show run folder</source>
        <translation>Ordner des Laufs zeigen</translation>
    </message>
    <message>
        <source>Open the folder of the shown run in the file manager</source>
        <translation>Ordner des gezeigten Laufs in der Dateiverwaltung öffnen</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Close the workbench; asks first while a run goes</source>
        <translation>Werkbank schließen; fragt vorher, solange ein Lauf geht</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Start run...</source>
        <translation>Lauf starten...</translation>
    </message>
    <message>
        <source>Choose a recipe and start training</source>
        <translation>Rezept wählen und Training starten</translation>
    </message>
    <message>
        <source>Start the pocket run</source>
        <translation>Kleinen Lauf starten</translation>
    </message>
    <message>
        <source>Train the built-in 1 M parameter model with GRPO on this machine</source>
        <translation>Das eingebaute Modell mit 1 M Parametern auf diesem Rechner mit GRPO trainieren</translation>
    </message>
    <message>
        <source>Continue run</source>
        <translation>Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Go on from the last checkpoint, bit for bit</source>
        <translation>Vom letzten Speicherpunkt an weitermachen, Bit für Bit gleich</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>Überwachen</translation>
    </message>
    <message>
        <source>Is the run healthy?</source>
        <translation>Ist der Lauf gesund?</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Why was this kernel judged so?</source>
        <translation>Warum wurde dieser Kernel so beurteilt?</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>What happened, in order?</source>
        <translation>Was geschah, der Reihe nach?</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>Which recipe is better?</source>
        <translation>Welches Rezept ist besser?</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Judge my own kernel</source>
        <translation>Eigenen Kernel beurteilen</translation>
    </message>
    <message>
        <source>Restore layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Put the docks of this workspace back</source>
        <translation>Die Bereiche dieser Arbeitsfläche zurückstellen</translation>
    </message>
    <message>
        <source>Switch light and dark</source>
        <translation>Hell und dunkel tauschen</translation>
    </message>
    <message>
        <source>Change between the two themes</source>
        <translation>Zwischen den beiden Farbgebungen wechseln</translation>
    </message>
    <message>
        <source>Follow the newest episode</source>
        <translation>Neuester Episode folgen</translation>
    </message>
    <message>
        <source>Keep the list at the newest episode while the run goes</source>
        <translation>Die Liste bei der neuesten Episode halten, solange der Lauf geht</translation>
    </message>
    <message>
        <source>Step slider</source>
        <translation>Schrittregler</translation>
    </message>
    <message>
        <source>Show the slider that sets the step of all panels</source>
        <translation>Den Regler zeigen, der den Schritt aller Bereiche setzt</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>Ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>Take the range of steps away that funnel and list are limited to</source>
        <translation>Den Schrittbereich aufheben, auf den Trichter und Liste begrenzt sind</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Add run to the curves...</source>
        <translation>Lauf zu den Kurven hinzufügen...</translation>
    </message>
    <message>
        <source>Lay the curves of another run over those shown</source>
        <translation>Kurven eines anderen Laufs über die gezeigten legen</translation>
    </message>
    <message>
        <source>Choose plots...</source>
        <translation>Diagramme wählen...</translation>
    </message>
    <message>
        <source>Choose what is plotted: any metric of the run</source>
        <translation>Wählen, was gezeichnet wird: jede Messgröße des Laufs</translation>
    </message>
    <message>
        <source>Take added runs away</source>
        <translation>Hinzugefügte Läufe entfernen</translation>
    </message>
    <message>
        <source>Show the curves of the run of this window alone</source>
        <translation>Nur die Kurven des Laufs dieses Fensters zeigen</translation>
    </message>
    <message>
        <source>Logarithmic curves</source>
        <translation>Logarithmische Kurven</translation>
    </message>
    <message>
        <source>Logarithmic y axis in all line plots</source>
        <translation>Logarithmische y-Achse in allen Liniendiagrammen</translation>
    </message>
    <message>
        <source>Pause the view of the curves</source>
        <translation>Kurvenbild anhalten</translation>
    </message>
    <message>
        <source>Hold the picture; data goes on arriving</source>
        <translation>Das Bild festhalten; Daten kommen weiter an</translation>
    </message>
    <message>
        <source>Table of values</source>
        <translation>Wertetabelle</translation>
    </message>
    <message>
        <source>Show the values at the cursor beside the curves</source>
        <translation>Werte am Zeiger neben den Kurven zeigen</translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation>Alle Schritte zeigen</translation>
    </message>
    <message>
        <source>Undo zoom and shift of the curves, and follow the newest step</source>
        <translation>Vergrößerung und Verschiebung aufheben und dem neuesten Schritt folgen</translation>
    </message>
    <message>
        <source>Export curves...</source>
        <translation>Kurven ausgeben...</translation>
    </message>
    <message>
        <source>Save the stored values as CSV, or the picture as PNG, SVG or PDF</source>
        <translation>Die gespeicherten Werte als CSV sichern oder das Bild als PNG, SVG oder PDF</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Gehe</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>Suchen oder Befehl ausführen</translation>
    </message>
    <message>
        <source>Find any command, run or episode by its name</source>
        <translation>Jeden Befehl, Lauf oder jede Episode am Namen finden</translation>
    </message>
    <message>
        <source>Filter episodes</source>
        <translation>Episoden filtern</translation>
    </message>
    <message>
        <source>Type a filter for the episode list</source>
        <translation>Filter für die Episodenliste eingeben</translation>
    </message>
    <message>
        <source>Show bookmarked episodes</source>
        <translation>Episoden mit Lesezeichen zeigen</translation>
    </message>
    <message>
        <source>Filter the list for episodes with a bookmark</source>
        <translation>Die Liste auf Episoden mit Lesezeichen filtern</translation>
    </message>
    <message>
        <source>Next episode</source>
        <translation>Nächste Episode</translation>
    </message>
    <message>
        <source>Select the next episode of the list</source>
        <translation>Die nächste Episode der Liste wählen</translation>
    </message>
    <message>
        <source>Previous episode</source>
        <translation>Vorige Episode</translation>
    </message>
    <message>
        <source>Select the previous episode of the list</source>
        <translation>Die vorige Episode der Liste wählen</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Go to the next changed line of the candidate</source>
        <translation>Zur nächsten geänderten Zeile des Kandidaten gehen</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Go to the previous changed line of the candidate</source>
        <translation>Zur vorigen geänderten Zeile des Kandidaten gehen</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>Episode</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Judge the recorded candidate now, in the sandbox, and show what differs from the record</source>
        <translation>Den aufgezeichneten Kandidaten jetzt im Sandkasten beurteilen und zeigen, was von der Aufzeichnung abweicht</translation>
    </message>
    <message>
        <source>Edit in Verify</source>
        <translation>In „Prüfen“ bearbeiten</translation>
    </message>
    <message>
        <source>Take reference and candidate of this episode to the Verify workspace</source>
        <translation>Referenz und Kandidat dieser Episode auf die Arbeitsfläche „Prüfen“ holen</translation>
    </message>
    <message>
        <source>Copy candidate</source>
        <translation>Kandidat kopieren</translation>
    </message>
    <message>
        <source>Copy the source of the candidate</source>
        <translation>Den Quelltext des Kandidaten kopieren</translation>
    </message>
    <message>
        <source>Reproduce as script...</source>
        <translation>Als Skript nachstellen...</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Set or take away the bookmark of the selected episodes; the record stays as it is</source>
        <translation>Lesezeichen der gewählten Episoden setzen oder entfernen; die Aufzeichnung bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Note...</source>
        <translation>Notiz...</translation>
    </message>
    <message>
        <source>Write a note on the selected episode; it is kept beside the record</source>
        <translation>Eine Notiz zur gewählten Episode schreiben; sie liegt neben der Aufzeichnung</translation>
    </message>
    <message>
        <source>Mark as first of two</source>
        <translation>Als ersten von zweien merken</translation>
    </message>
    <message>
        <source>Compare this candidate with those that are selected from now on</source>
        <translation>Diesen Kandidaten mit den von nun an gewählten vergleichen</translation>
    </message>
    <message>
        <source>Compare two candidates</source>
        <translation>Zwei Kandidaten vergleichen</translation>
    </message>
    <message>
        <source>Show the two selected candidates, or the marked and the selected one, word by word</source>
        <translation>Die beiden gewählten Kandidaten, oder den gemerkten und den gewählten, Wort für Wort zeigen</translation>
    </message>
    <message>
        <source>Play or pause the replay</source>
        <translation>Wiedergabe starten oder anhalten</translation>
    </message>
    <message>
        <source>Play the selected episode</source>
        <translation>Die gewählte Episode wiedergeben</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Ein Ereignis zurück</translation>
    </message>
    <message>
        <source>Go to the previous event of the replay</source>
        <translation>Zum vorigen Ereignis der Wiedergabe gehen</translation>
    </message>
    <message>
        <source>Step on</source>
        <translation>Ein Ereignis weiter</translation>
    </message>
    <message>
        <source>Go to the next event of the replay</source>
        <translation>Zum nächsten Ereignis der Wiedergabe gehen</translation>
    </message>
    <message>
        <source>Verify candidate</source>
        <translation>Kandidat prüfen</translation>
    </message>
    <message>
        <source>Judge the candidate in the editor against the reference</source>
        <translation>Den Kandidaten im Editor an der Referenz messen</translation>
    </message>
    <message>
        <source>Judge the cheat zoo</source>
        <translation>Betrugszoo beurteilen</translation>
    </message>
    <message>
        <source>Put the verifier to the test with every cheat and its honest twin, or end that run</source>
        <translation>Den Prüfer mit jedem Betrug und seinem ehrlichen Zwilling auf die Probe stellen, oder diesen Durchgang beenden</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Show every command and its keys</source>
        <translation>Alle Befehle und ihre Tasten zeigen</translation>
    </message>
    <message>
        <source>About Nereid</source>
        <translation>Über Nereid</translation>
    </message>
    <message>
        <source>Version, licence and the libraries inside</source>
        <translation>Version, Lizenz und die enthaltenen Bibliotheken</translation>
    </message>
    <message>
        <source>Redo view change</source>
        <translation>Ansichtsänderung wiederholen</translation>
    </message>
    <message>
        <source>Make the change of the view again that was taken back</source>
        <translation>Die zurückgenommene Änderung der Ansicht wieder machen</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Show the manual at the page on this dock</source>
        <translation>Das Handbuch auf der Seite zu diesem Bereich zeigen</translation>
    </message>
    <message>
        <source>Open episode file...</source>
        <translation>Episodendatei öffnen...</translation>
    </message>
    <message>
        <source>Open an episode that another Nereid exported; opening runs nothing</source>
        <translation>Episode öffnen, die ein anderes Nereid ausgegeben hat; dabei wird nichts ausgeführt</translation>
    </message>
    <message>
        <source>Open run on another machine...</source>
        <translation>Lauf auf anderem Rechner öffnen...</translation>
    </message>
    <message>
        <source>Follow a run on another machine over SSH</source>
        <translation>Einem Lauf auf einem anderen Rechner über SSH folgen</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>Nicht mehr folgen</translation>
    </message>
    <message>
        <source>End the connection to the other machine; the copy stays</source>
        <translation>Verbindung zum anderen Rechner beenden; die Kopie bleibt</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>Neu verbinden</translation>
    </message>
    <message>
        <source>Try now to reach the machine of this run</source>
        <translation>Jetzt versuchen, den Rechner dieses Laufs zu erreichen</translation>
    </message>
    <message>
        <source>Pause the queue</source>
        <translation>Warteschlange anhalten</translation>
    </message>
    <message>
        <source>Start no further run of the queue, or go on with it</source>
        <translation>Keinen weiteren Lauf der Warteschlange starten oder mit ihr weitermachen</translation>
    </message>
    <message>
        <source>Move up in the queue</source>
        <translation>In der Warteschlange nach oben</translation>
    </message>
    <message>
        <source>Let the chosen run of the queue start earlier</source>
        <translation>Den gewählten Lauf der Warteschlange früher starten lassen</translation>
    </message>
    <message>
        <source>Move down in the queue</source>
        <translation>In der Warteschlange nach unten</translation>
    </message>
    <message>
        <source>Let the chosen run of the queue start later</source>
        <translation>Den gewählten Lauf der Warteschlange später starten lassen</translation>
    </message>
    <message>
        <source>Settings of the waiting run...</source>
        <translation>Einstellungen des wartenden Laufs...</translation>
    </message>
    <message>
        <source>Change the chosen run of the queue before it starts</source>
        <translation>Den gewählten Lauf der Warteschlange vor dem Start ändern</translation>
    </message>
    <message>
        <source>Take out of the queue</source>
        <translation>Aus der Warteschlange nehmen</translation>
    </message>
    <message>
        <source>Take the chosen run out of the queue; it can be taken back</source>
        <translation>Den gewählten Lauf aus der Warteschlange nehmen; das lässt sich zurücknehmen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Type a filter for the list of runs: name, tag, state</source>
        <translation>Filter für die Liste der Läufe eingeben: Name, Tag, Zustand</translation>
    </message>
    <message>
        <source>Tags of the run...</source>
        <translation>Tags des Laufs...</translation>
    </message>
    <message>
        <source>Give the chosen run of the list words to find it by</source>
        <translation>Dem gewählten Lauf der Liste Wörter geben, an denen er zu finden ist</translation>
    </message>
    <message>
        <source>Archive run</source>
        <translation>Lauf archivieren</translation>
    </message>
    <message>
        <source>Put the chosen run out of the way, or back; it stays as it is</source>
        <translation>Den gewählten Lauf beiseitelegen oder zurückholen; er bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Show archived runs</source>
        <translation>Archivierte Läufe zeigen</translation>
    </message>
    <message>
        <source>List runs of the archive too</source>
        <translation>Auch Läufe des Archivs auflisten</translation>
    </message>
    <message>
        <source>Delete run</source>
        <translation>Lauf löschen</translation>
    </message>
    <message>
        <source>Move the chosen run to the trash of the runs folder</source>
        <translation>Den gewählten Lauf in den Papierkorb im Ordner der Läufe legen</translation>
    </message>
    <message>
        <source>Deleted runs...</source>
        <translation>Gelöschte Läufe...</translation>
    </message>
    <message>
        <source>Restore deleted runs, or remove them for good</source>
        <translation>Gelöschte Läufe wiederherstellen oder endgültig entfernen</translation>
    </message>
    <message>
        <source>Undo change of runs</source>
        <translation>Änderung an Läufen zurücknehmen</translation>
    </message>
    <message>
        <source>Take back the last change of queue, tags, archive or trash, whatever was done since</source>
        <translation>Letzte Änderung an Warteschlange, Tags, Archiv oder Papierkorb zurücknehmen, was auch danach geschah</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take back the last change of layout, zoom, filter, hidden curves or runs; in an editor, of its text</source>
        <translation>Letzte Änderung an Anordnung, Vergrößerung, Filter, verborgenen Kurven oder Läufen zurücknehmen; in einem Editor die an dessen Text</translation>
    </message>
    <message>
        <source>Compiler facts in the margin</source>
        <translation>Compilerangaben am Rand</translation>
    </message>
    <message>
        <source>Show registers, and widths of loads and stores, beside the candidate</source>
        <translation>Register und Breiten der Lade- und Speicherzugriffe neben dem Kandidaten zeigen</translation>
    </message>
    <message>
        <source>Links of reference and candidate</source>
        <translation>Verbindungen von Referenz und Kandidat</translation>
    </message>
    <message>
        <source>Show which kernel does which operation, as far as there is evidence</source>
        <translation>Zeigen, welcher Kernel welche Operation ausführt, soweit es Belege gibt</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Bewegung verringern</translation>
    </message>
    <message>
        <source>The replay goes from event to event instead of flowing, and time travel stays longer</source>
        <translation>Die Wiedergabe geht von Ereignis zu Ereignis, statt zu fließen, und die Zeitreise verweilt länger</translation>
    </message>
    <message>
        <source>Add runs to the table...</source>
        <translation>Läufe zur Tabelle hinzufügen...</translation>
    </message>
    <message>
        <source>Add a run, or all runs of a folder, to the table of runs</source>
        <translation>Einen Lauf oder alle Läufe eines Ordners zur Tabelle der Läufe hinzufügen</translation>
    </message>
    <message>
        <source>Type a filter for the table of runs</source>
        <translation>Filter für die Tabelle der Läufe eingeben</translation>
    </message>
    <message>
        <source>Choose columns...</source>
        <translation>Spalten wählen...</translation>
    </message>
    <message>
        <source>Choose the columns of the table of runs, which are also the axes</source>
        <translation>Die Spalten der Tabelle der Läufe wählen, die auch die Achsen sind</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Show every run as a line through its settings and metrics</source>
        <translation>Jeden Lauf als Linie durch seine Einstellungen und Messgrößen zeigen</translation>
    </message>
    <message>
        <source>Compare settings</source>
        <translation>Einstellungen vergleichen</translation>
    </message>
    <message>
        <source>Show the settings in which the chosen runs differ</source>
        <translation>Die Einstellungen zeigen, in denen sich die gewählten Läufe unterscheiden</translation>
    </message>
    <message>
        <source>Export table of runs...</source>
        <translation>Tabelle der Läufe ausgeben...</translation>
    </message>
    <message>
        <source>Save the shown rows and columns as CSV</source>
        <translation>Die gezeigten Zeilen und Spalten als CSV sichern</translation>
    </message>
    <message>
        <source>Go to the compiled or the source line</source>
        <translation>Zur übersetzten Zeile oder zur Quellzeile</translation>
    </message>
    <message>
        <source>From a line of the candidate to what the compiler made of it, and back</source>
        <translation>Von einer Zeile des Kandidaten zu dem, was der Compiler daraus machte, und zurück</translation>
    </message>
    <message>
        <source>Go to the other compiler level</source>
        <translation>Zur anderen Compilerebene</translation>
    </message>
    <message>
        <source>Between two compiler levels side by side, to what is linked</source>
        <translation>Zwischen zwei Compilerebenen nebeneinander, zu dem, was verbunden ist</translation>
    </message>
    <message>
        <source>Next linked line</source>
        <translation>Nächste verbundene Zeile</translation>
    </message>
    <message>
        <source>Go to the next line that belongs to the same place, or to the next number in the sources</source>
        <translation>Zur nächsten Zeile gehen, die zur selben Stelle gehört, oder zur nächsten Zahl in den Quelltexten</translation>
    </message>
    <message>
        <source>Previous linked line</source>
        <translation>Vorige verbundene Zeile</translation>
    </message>
    <message>
        <source>Go to the previous line that belongs to the same place, or to the previous number</source>
        <translation>Zur vorigen Zeile gehen, die zur selben Stelle gehört, oder zur vorigen Zahl</translation>
    </message>
    <message>
        <source>Go to the partner in the other source</source>
        <translation>Zum Gegenstück im anderen Quelltext</translation>
    </message>
    <message>
        <source>From an operation of the reference to the kernel that does it, and back</source>
        <translation>Von einer Operation der Referenz zum Kernel, der sie ausführt, und zurück</translation>
    </message>
    <message>
        <source>Tell what is known about this line</source>
        <translation>Bekanntes zu dieser Zeile nennen</translation>
    </message>
    <message>
        <source>Show the evidence and the compiler&apos;s facts of the line with the cursor</source>
        <translation>Die Belege und die Compilerangaben zur Zeile mit der Schreibmarke zeigen</translation>
    </message>
    <message>
        <source>Save one Python program that shows this verdict on one input, without Nereid</source>
        <translation>Ein einzelnes Python-Programm sichern, das dieses Urteil an einer Eingabe zeigt, ohne Nereid</translation>
    </message>
    <message>
        <source>Copy script that reproduces</source>
        <translation>Skript zum Nachstellen kopieren</translation>
    </message>
    <message>
        <source>Copy that program instead of saving it</source>
        <translation>Dieses Programm kopieren, statt es zu sichern</translation>
    </message>
    <message>
        <source>Next least probable token</source>
        <translation>Nächstes unwahrscheinlichstes Token</translation>
    </message>
    <message>
        <source>Go to the least probable token of the completion, then to the next one</source>
        <translation>Zum unwahrscheinlichsten Token der Antwort gehen, dann zum nächsten</translation>
    </message>
    <message>
        <source>Previous least probable token</source>
        <translation>Voriges unwahrscheinlichstes Token</translation>
    </message>
    <message>
        <source>Go back to the token that was less probable</source>
        <translation>Zurück zu dem Token gehen, das unwahrscheinlicher war</translation>
    </message>
    <message>
        <source>Colour the tokens by the next quantity</source>
        <translation>Token nach der nächsten Größe färben</translation>
    </message>
    <message>
        <source>Log-probability, entropy, plan and code, or nothing</source>
        <translation>Log-Wahrscheinlichkeit, Entropie, Plan und Code, oder nichts</translation>
    </message>
    <message>
        <source>Copy the table of tokens</source>
        <translation>Tabelle der Token kopieren</translation>
    </message>
    <message>
        <source>Copy every token with its numbers as CSV</source>
        <translation>Jedes Token mit seinen Zahlen als CSV kopieren</translation>
    </message>
    <message>
        <source>Save the table of tokens...</source>
        <translation>Tabelle der Token sichern...</translation>
    </message>
    <message>
        <source>Save every token with its numbers as CSV</source>
        <translation>Jedes Token mit seinen Zahlen als CSV sichern</translation>
    </message>
    <message>
        <source>Next completion of the group</source>
        <translation>Nächste Antwort der Gruppe</translation>
    </message>
    <message>
        <source>Select the next completion of the same prompt</source>
        <translation>Die nächste Antwort auf denselben Prompt wählen</translation>
    </message>
    <message>
        <source>Previous completion of the group</source>
        <translation>Vorige Antwort der Gruppe</translation>
    </message>
    <message>
        <source>Select the previous completion of the same prompt</source>
        <translation>Die vorige Antwort auf denselben Prompt wählen</translation>
    </message>
    <message>
        <source>Same task in the next step</source>
        <translation>Gleiche Aufgabe im nächsten Schritt</translation>
    </message>
    <message>
        <source>Select the best answer to this task in the next step that asked for it</source>
        <translation>Die beste Antwort auf diese Aufgabe im nächsten Schritt wählen, der sie stellte</translation>
    </message>
    <message>
        <source>Same task in the step before</source>
        <translation>Gleiche Aufgabe im Schritt davor</translation>
    </message>
    <message>
        <source>Select the best answer to this task in the step before that asked for it</source>
        <translation>Die beste Antwort auf diese Aufgabe im letzten Schritt davor wählen, der sie stellte</translation>
    </message>
    <message>
        <source>Export episode...</source>
        <translation>Episode ausgeben...</translation>
    </message>
    <message>
        <source>Save the selected episodes with their groups as one file that another Nereid opens</source>
        <translation>Die gewählten Episoden mit ihren Gruppen als eine Datei sichern, die ein anderes Nereid öffnet</translation>
    </message>
    <message>
        <source>Export episode with its task&apos;s history...</source>
        <translation>Episode mit Verlauf ihrer Aufgabe ausgeben...</translation>
    </message>
    <message>
        <source>The same with every answer to the task in all steps, for time travel</source>
        <translation>Dasselbe mit jeder Antwort auf die Aufgabe in allen Schritten, für die Zeitreise</translation>
    </message>
    <message>
        <source>Cancel the verification</source>
        <translation>Prüfung abbrechen</translation>
    </message>
    <message>
        <source>End the verification under way; Escape in an editor does the same</source>
        <translation>Die laufende Prüfung beenden; Escape in einem Editor bewirkt dasselbe</translation>
    </message>
    <message>
        <source>Open source...</source>
        <translation>Quelltext öffnen...</translation>
    </message>
    <message>
        <source>Open a file in the editor that has the keyboard</source>
        <translation>Eine Datei in dem Editor öffnen, der die Tastatur hat</translation>
    </message>
    <message>
        <source>Choose a task as reference...</source>
        <translation>Aufgabe als Referenz wählen...</translation>
    </message>
    <message>
        <source>Take the reference of a synthetic task or of one of KernelBench</source>
        <translation>Die Referenz einer synthetischen Aufgabe oder einer von KernelBench nehmen</translation>
    </message>
    <message>
        <source>Save source</source>
        <translation>Quelltext sichern</translation>
    </message>
    <message>
        <source>Save the editor that has the keyboard</source>
        <translation>Den Editor sichern, der die Tastatur hat</translation>
    </message>
    <message>
        <source>Go to the line of the reason</source>
        <translation>Zur Zeile des Grundes gehen</translation>
    </message>
    <message>
        <source>Move the cursor to the line that the verdict names</source>
        <translation>Die Schreibmarke in die Zeile setzen, die das Urteil nennt</translation>
    </message>
    <message>
        <source>Set up the Python environment...</source>
        <translation>Python-Umgebung einrichten...</translation>
    </message>
    <message>
        <source>Make the environment with torch and triton that training and verifying need</source>
        <translation>Die Umgebung mit torch und triton anlegen, die Training und Prüfung brauchen</translation>
    </message>
    <message>
        <source>Close dock</source>
        <translation>Bereich schließen</translation>
    </message>
    <message>
        <source>Take the dock that has the keyboard out of this workspace</source>
        <translation>Den Bereich mit der Tastatur aus dieser Arbeitsfläche nehmen</translation>
    </message>
    <message>
        <source>Float dock</source>
        <translation>Bereich lösen</translation>
    </message>
    <message>
        <source>Make the dock that has the keyboard a window of its own, or put it back</source>
        <translation>Den Bereich mit der Tastatur zu einem eigenen Fenster machen oder zurückstellen</translation>
    </message>
    <message>
        <source>Open last evaluation of the run</source>
        <translation>Letzte Bewertung des Laufs öffnen</translation>
    </message>
    <message>
        <source>Open what the chosen run was last validated with, to replay it</source>
        <translation>Öffnen, womit der gewählte Lauf zuletzt validiert wurde, um es wiederzugeben</translation>
    </message>
    <message>
        <source>Phases of the curves...</source>
        <translation>Phasen der Kurven...</translation>
    </message>
    <message>
        <source>Zoom to a phase of the run, or hide where phases begin</source>
        <translation>Auf eine Phase des Laufs vergrößern oder ausblenden, wo Phasen beginnen</translation>
    </message>
    <message>
        <source>Example runs...</source>
        <translation>Beispielläufe...</translation>
    </message>
    <message>
        <source>Show the start page with the recorded runs that come with Nereid</source>
        <translation>Die Startseite mit den aufgezeichneten Läufen zeigen, die Nereid mitbringt</translation>
    </message>
    <message>
        <source>Ask the advisor</source>
        <translation>Berater fragen</translation>
    </message>
    <message>
        <source>Ask a served model for advice on this candidate; verdict and reward stay as they are</source>
        <translation>Ein bereitgestelltes Modell um Rat zu diesem Kandidaten fragen; Urteil und Belohnung bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Choose the advisor...</source>
        <translation>Berater wählen...</translation>
    </message>
    <message>
        <source>Name the endpoint and the model that are asked for advice</source>
        <translation>Endpunkt und Modell nennen, die um Rat gefragt werden</translation>
    </message>
    <message>
        <source>Turn after</source>
        <translation>Runde danach</translation>
    </message>
    <message>
        <source>Select the answer that was asked for with this one and its verdict</source>
        <translation>Die Antwort wählen, die mit dieser und ihrem Urteil erfragt wurde</translation>
    </message>
    <message>
        <source>Turn before</source>
        <translation>Runde davor</translation>
    </message>
    <message>
        <source>Select the answer that this one was asked to better</source>
        <translation>Die Antwort wählen, die diese verbessern sollte</translation>
    </message>
    <message>
        <source>Debug kernel</source>
        <translation>Kernel debuggen</translation>
    </message>
    <message>
        <source>Step through the program that stored the first wrong element, with all of its values</source>
        <translation>Schrittweise durch das Programm, das das erste falsche Element geschrieben hat, mit allen seinen Werten</translation>
    </message>
    <message>
        <source>load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>ssh cluster</source>
        <translation>SSH Cluster</translation>
    </message>
    <message>
        <source>needs a shown run that is followed over SSH</source>
        <translation>braucht einen gezeigten Lauf, dem über SSH gefolgt wird</translation>
    </message>
    <message>
        <source>needs a shown run of another machine that is not connected</source>
        <translation>braucht einen gezeigten Lauf eines anderen Rechners ohne Verbindung</translation>
    </message>
    <message>
        <source>needs an open run</source>
        <translation>braucht einen geöffneten Lauf</translation>
    </message>
    <message>
        <source>quit exit</source>
        <translation>Beenden Ende</translation>
    </message>
    <message>
        <source>new train launch</source>
        <translation>neu Start trainieren</translation>
    </message>
    <message>
        <source>demo try</source>
        <translation>Demo ausprobieren</translation>
    </message>
    <message>
        <source>possible when the run of this window has ended</source>
        <translation>möglich, wenn der Lauf dieses Fensters zu Ende ist</translation>
    </message>
    <message>
        <source>resume go on restart</source>
        <translation>weiter wiederaufnehmen fortfahren</translation>
    </message>
    <message>
        <source>needs an open run that was stopped or cut short after a checkpoint</source>
        <translation>braucht einen geöffneten Lauf, der nach einem Speicherpunkt beendet wurde oder abbrach</translation>
    </message>
    <message>
        <source>Pause after the current step, resume, or continue a run that was stopped</source>
        <translation>Nach dem laufenden Schritt anhalten, wieder aufnehmen oder einen beendeten Lauf fortsetzen</translation>
    </message>
    <message>
        <source>resume continue hold</source>
        <translation>weiter wiederaufnehmen fortsetzen</translation>
    </message>
    <message>
        <source>needs a run that goes on, or one that can be continued</source>
        <translation>braucht einen Lauf, der weitergeht oder fortgesetzt werden kann</translation>
    </message>
    <message>
        <source>end cancel abort quit</source>
        <translation>Ende abbrechen stoppen</translation>
    </message>
    <message>
        <source>needs a run that goes on</source>
        <translation>braucht einen Lauf, der weitergeht</translation>
    </message>
    <message>
        <source>needs runs that wait in the queue</source>
        <translation>braucht Läufe, die in der Warteschlange stehen</translation>
    </message>
    <message>
        <source>needs a chosen run of the queue</source>
        <translation>braucht einen gewählten Lauf der Warteschlange</translation>
    </message>
    <message>
        <source>Rename run</source>
        <translation>Lauf umbenennen</translation>
    </message>
    <message>
        <source>Type another name for the chosen run; its settings stay as they are</source>
        <translation>Dem gewählten Lauf einen anderen Namen geben; seine Einstellungen bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>name call</source>
        <translation>Name nennen</translation>
    </message>
    <message>
        <source>needs a chosen run of the list</source>
        <translation>braucht einen gewählten Lauf der Liste</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Etikett</translation>
    </message>
    <message>
        <source>eval pass@k validation</source>
        <translation>Bewertung pass@k Validierung</translation>
    </message>
    <message>
        <source>needs a chosen run with evaluations</source>
        <translation>braucht einen gewählten Lauf mit Bewertungen</translation>
    </message>
    <message>
        <source>remove trash</source>
        <translation>entfernen Papierkorb</translation>
    </message>
    <message>
        <source>restore undelete recycle</source>
        <translation>wiederherstellen Papierkorb</translation>
    </message>
    <message>
        <source>nothing was changed yet</source>
        <translation>noch wurde nichts geändert</translation>
    </message>
    <message>
        <source>nothing was undone</source>
        <translation>nichts wurde zurückgenommen</translation>
    </message>
    <message>
        <source>reset docks</source>
        <translation>Bereiche zurücksetzen</translation>
    </message>
    <message>
        <source>undock detach window</source>
        <translation>ablösen abtrennen Fenster</translation>
    </message>
    <message>
        <source>dark light colours</source>
        <translation>dunkel hell Farben</translation>
    </message>
    <message>
        <source>live tail</source>
        <translation>live mitlaufen</translation>
    </message>
    <message>
        <source>animation accessibility</source>
        <translation>Animation Barrierefreiheit</translation>
    </message>
    <message>
        <source>overlay compare</source>
        <translation>überlagern vergleichen</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>zoom out</source>
        <translation>herauszoomen</translation>
    </message>
    <message>
        <source>save csv png svg pdf picture</source>
        <translation>speichern CSV PNG SVG PDF Bild</translation>
    </message>
    <message>
        <source>eval</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>judge check run</source>
        <translation>beurteilen prüfen</translation>
    </message>
    <message>
        <source>needs a selected episode</source>
        <translation>braucht eine gewählte Episode</translation>
    </message>
    <message>
        <source>reproducer export</source>
        <translation>nachstellen Export</translation>
    </message>
    <message>
        <source>step trace</source>
        <translation>Schritt verfolgen</translation>
    </message>
    <message>
        <source>needs a selected episode with a kernel</source>
        <translation>braucht eine gewählte Episode mit einem Kernel</translation>
    </message>
    <message>
        <source>star favourite</source>
        <translation>Stern Favorit</translation>
    </message>
    <message>
        <source>needs a selected episode and an advisor</source>
        <translation>braucht eine gewählte Episode und einen Ratgeber</translation>
    </message>
    <message>
        <source>needs two selected episodes, or a marked and a selected one</source>
        <translation>braucht zwei gewählte Episoden oder eine vorgemerkte und eine gewählte</translation>
    </message>
    <message>
        <source>needs an episode of a run with several turns</source>
        <translation>braucht eine Episode eines Laufs mit mehreren Runden</translation>
    </message>
    <message>
        <source>save share</source>
        <translation>speichern teilen</translation>
    </message>
    <message>
        <source>judge check</source>
        <translation>beurteilen prüfen</translation>
    </message>
    <message>
        <source>needs a verification under way</source>
        <translation>braucht eine laufende Prüfung</translation>
    </message>
    <message>
        <source>reference kernelbench template</source>
        <translation>Referenz KernelBench</translation>
    </message>
    <message>
        <source>cheats test</source>
        <translation>Schummeln Test</translation>
    </message>
    <message>
        <source>docs documentation</source>
        <translation>Hilfe Dokumentation</translation>
    </message>
    <message>
        <source>keys hotkeys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>install torch triton environment</source>
        <translation>installieren Torch Triton Umgebung</translation>
    </message>
    <message>
        <source>version licence</source>
        <translation>Version Lizenz</translation>
    </message>
    <message>
        <source>Write report...</source>
        <translation>Bericht schreiben...</translation>
    </message>
    <message>
        <source>Write one page about the shown run, as HTML and PDF, from its record alone</source>
        <translation>Eine Seite über den gezeigten Lauf schreiben, als HTML und PDF, allein aus seiner Aufzeichnung</translation>
    </message>
    <message>
        <source>export html pdf summary</source>
        <translation>exportieren HTML PDF Zusammenfassung</translation>
    </message>
    <message>
        <source>Verify the selected episode in the background</source>
        <translation>Die gewählte Episode im Hintergrund prüfen</translation>
    </message>
    <message>
        <source>While the machine is idle, run the selected candidate in the sandbox for its links and compiler levels</source>
        <translation>Solange die Maschine nichts zu tun hat, den gewählten Kandidaten für Verbindungen und Compilerebenen im Sandkasten ausführen</translation>
    </message>
    <message>
        <source>Stop with a checkpoint; samples of the step in work are given up</source>
        <translation>Mit einem Speicherpunkt anhalten; Antworten des laufenden Schritts werden aufgegeben</translation>
    </message>
</context>
<context>
    <name>Alarms</name>
    <message>
        <source>Not finite</source>
        <translation>Nicht endlich</translation>
    </message>
    <message>
        <source>A value of the update is NaN or infinite. Weights that took part in such an update do not recover: every later step computes with them.</source>
        <translation>Ein Wert der Aktualisierung ist NaN oder unendlich. Gewichte, die daran teilhatten, erholen sich nicht: Jeder spätere Schritt rechnet mit ihnen.</translation>
    </message>
    <message>
        <source>Stop the run, continue from the last checkpoint before it, and lower the learning rate or the bound of the gradient norm.</source>
        <translation>Den Lauf beenden, vom letzten Speicherpunkt davor fortsetzen und die Lernrate oder die Schranke der Gradientennorm senken.</translation>
    </message>
    <message>
        <source>No signal</source>
        <translation>Kein Signal</translation>
    </message>
    <message>
        <source>In every group all completions got the same reward, so every advantage is zero and the update changes nothing.</source>
        <translation>In jeder Gruppe bekamen alle Antworten dieselbe Belohnung; jeder Vorteil ist null und die Aktualisierung ändert nichts.</translation>
    </message>
    <message>
        <source>Look whether the tasks are too hard (nothing passes) or too easy (all pass). Mix in easier or harder tasks, sample more completions for each prompt, or raise the temperature.</source>
        <translation>Prüfen, ob die Aufgaben zu schwer (nichts besteht) oder zu leicht (alles besteht) sind. Leichtere oder schwerere beimischen, mehr Antworten je Prompt ziehen oder die Temperatur erhöhen.</translation>
    </message>
    <message>
        <source>Sampler mismatch</source>
        <translation>Abweichung der Ziehung</translation>
    </message>
    <message>
        <source>Sampler and trainer give the same tokens different probabilities. The update then treats samples of another policy as its own.</source>
        <translation>Ziehung und Training geben denselben Token verschiedene Wahrscheinlichkeiten. Die Aktualisierung hält dann Stichproben einer anderen Policy für eigene.</translation>
    </message>
    <message>
        <source>Look for different number formats, an old copy of the weights in the sampler, or different sampling settings; correct by truncated importance sampling only after that.</source>
        <translation>Nach verschiedenen Zahlenformaten, einer alten Kopie der Gewichte oder anderen Ziehungseinstellungen suchen; erst danach durch gekürzte Gewichtung (truncated importance sampling) ausgleichen.</translation>
    </message>
    <message>
        <source>Entropy collapse</source>
        <translation>Einbruch der Entropie</translation>
    </message>
    <message>
        <source>The policy has become nearly certain of every token compared with its first steps. Groups become copies of each other and nothing new is tried.</source>
        <translation>Die Policy ist sich, verglichen mit ihren ersten Schritten, jedes Tokens fast sicher. Gruppen werden zu Kopien und nichts Neues wird versucht.</translation>
    </message>
    <message>
        <source>Raise the upper clip bound or the temperature, lower the learning rate, or add a penalty on KL; then continue from a checkpoint before it.</source>
        <translation>Die obere Kappungsgrenze oder die Temperatur erhöhen, die Lernrate senken oder KL bestrafen; dann von einem früheren Speicherpunkt fortsetzen.</translation>
    </message>
    <message>
        <source>Shortcuts in place of reward</source>
        <translation>Abkürzungen statt Belohnung</translation>
    </message>
    <message>
        <source>The reward stands still while more candidates get around the task, or are flagged for what may do so: torch in place of a kernel, nothing launched, forbidden calls, spoiled inputs, fewer bits. Accepted ones count, too.</source>
        <translation>Die Belohnung steht still, während mehr Kandidaten die Aufgabe umgehen oder dafür vermerkt sind: torch statt Kernel, nichts gestartet, verbotene Aufrufe, verdorbene Eingaben, weniger Bits. Angenommene zählen mit.</translation>
    </message>
    <message>
        <source>Read some of these episodes. Where a trick earns credit at an early stage, lower the credit of that stage; say in the prompt what is not allowed.</source>
        <translation>Einige dieser Episoden lesen. Wo ein Trick auf einer frühen Stufe Punkte bringt, deren Punkte senken; im Prompt sagen, was nicht erlaubt ist.</translation>
    </message>
    <message>
        <source>%1 to now</source>
        <translation>%1 bis jetzt</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>all groups have equal rewards for %1 steps</source>
        <translation>alle Gruppen haben seit %1 Schritten gleiche Belohnungen</translation>
    </message>
    <message>
        <source>log-probabilities differ by up to %1 nats per token; %2 are tolerated</source>
        <translation>Log-Wahrscheinlichkeiten weichen um bis zu %1 nat je Token ab; %2 sind erlaubt</translation>
    </message>
    <message>
        <source>entropy fell from %1 to %2 nats per token</source>
        <translation>Entropie fiel von %1 auf %2 nat je Token</translation>
    </message>
    <message>
        <source>shortcuts went from %1 to %2 of the candidates, the reward did not rise</source>
        <translation>Abkürzungen stiegen von %1 auf %2 der Kandidaten, die Belohnung nicht</translation>
    </message>
    <message>
        <source>%1: %2. Click for what to do.</source>
        <translation>%1: %2. Klicken für Abhilfe.</translation>
    </message>
</context>
<context>
    <name>BenchEditor</name>
    <message>
        <source>%1 is not UTF-8: byte %L2 is not valid. Save it as UTF-8 first.</source>
        <translation>%1 ist nicht UTF-8: Byte %L2 ist ungültig. Bitte erst als UTF-8 sichern.</translation>
    </message>
</context>
<context>
    <name>BenchTemplates</name>
    <message>
        <source>Element by element</source>
        <translation>Element für Element</translation>
    </message>
    <message>
        <source>One program a block of elements, with a mask</source>
        <translation>Ein Programm je Block von Elementen, mit Maske</translation>
    </message>
    <message>
        <source>Row by row</source>
        <translation>Zeile für Zeile</translation>
    </message>
    <message>
        <source>One program a row: a reduction and what follows from it</source>
        <translation>Ein Programm je Zeile: eine Reduktion und was daraus folgt</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>Matrixprodukt</translation>
    </message>
    <message>
        <source>Tiles of the result, a loop over the inner dimension</source>
        <translation>Kacheln des Ergebnisses, eine Schleife über die innere Dimension</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>mean and spread</source>
        <translation>Mittel und Streuung</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>std</source>
        <translation>Std.-Abw.</translation>
    </message>
    <message>
        <source>pass rate</source>
        <translation>Erfolgsquote</translation>
    </message>
    <message>
        <source>rollouts</source>
        <translation>Rollouts</translation>
    </message>
    <message>
        <source>level 1</source>
        <translation>Level 1</translation>
    </message>
    <message>
        <source>level 2</source>
        <translation>Level 2</translation>
    </message>
    <message>
        <source>funnel</source>
        <translation>Trichter</translation>
    </message>
    <message>
        <source>stage passed</source>
        <translation>Stufe bestanden</translation>
    </message>
    <message>
        <source>loss, entropy, KL</source>
        <translation>Verlust, Entropie, KL</translation>
    </message>
    <message>
        <source>nat/token</source>
        <translation>nat/Token</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>Step %1: checkpoint, %2</source>
        <translation>Schritt %1: Speicherpunkt, %2</translation>
    </message>
    <message>
        <source>Step %1: paused</source>
        <translation>Schritt %1: angehalten</translation>
    </message>
    <message>
        <source>Step %1: went on</source>
        <translation>Schritt %1: weitergegangen</translation>
    </message>
    <message>
        <source>Step %1: continued from its checkpoint</source>
        <translation>Schritt %1: vom Speicherpunkt fortgesetzt</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>Phase %1 (%2): steps %3 to %4. Click its name to see it alone.</source>
        <translation>Phase %1 (%2): Schritte %3 bis %4. Ein Klick auf ihren Namen zeigt sie allein.</translation>
    </message>
    <message>
        <source>pass@1</source>
        <translation>pass@1</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>Level %1</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1, Rang %2</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs that were opened lately</source>
        <translation>Zuletzt geöffnete Läufe</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Reward, pass rate, funnel and loss by step</source>
        <translation>Belohnung, Erfolgsquote, Trichter und Verlust je Schritt</translation>
    </message>
    <message>
        <source>Funnel</source>
        <translation>Trichter</translation>
    </message>
    <message>
        <source>How far candidates come, where they are rejected and why</source>
        <translation>Wie weit Kandidaten kommen, wo sie abgelehnt werden und warum</translation>
    </message>
    <message>
        <source>Episodes</source>
        <translation>Episoden</translation>
    </message>
    <message>
        <source>Every candidate of the run with its verdict</source>
        <translation>Jeder Kandidat des Laufs mit seinem Urteil</translation>
    </message>
    <message>
        <source>PyTorch reference and candidate side by side</source>
        <translation>PyTorch-Referenz und Kandidat nebeneinander</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>All completions of one prompt side by side, with rewards and advantages</source>
        <translation>Alle Antworten auf einen Prompt nebeneinander, mit Belohnungen und Vorteilen</translation>
    </message>
    <message>
        <source>Two candidates</source>
        <translation>Zwei Kandidaten</translation>
    </message>
    <message>
        <source>Two candidates side by side, word by word</source>
        <translation>Zwei Kandidaten nebeneinander, Wort für Wort</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Result of every input variant</source>
        <translation>Ergebnis jeder Eingabevariante</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>Compiler</translation>
    </message>
    <message>
        <source>Registers, spills, shared memory and warps of each kernel</source>
        <translation>Register, Auslagerungen, gemeinsamer Speicher und Warps jedes Kernels</translation>
    </message>
    <message>
        <source>Compiler levels</source>
        <translation>Compilerebenen</translation>
    </message>
    <message>
        <source>What the compiler made of each kernel, from TTIR to SASS, line by line</source>
        <translation>Was der Compiler aus jedem Kernel machte, von TTIR bis SASS, Zeile für Zeile</translation>
    </message>
    <message>
        <source>Reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>Parts of the reward and the advantage in the group</source>
        <translation>Teile der Belohnung und der Vorteil in der Gruppe</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Timeline of the episode</source>
        <translation>Zeitleiste der Episode</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Events of the run</source>
        <translation>Ereignisse des Laufs</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What had happened at the place of the replay</source>
        <translation>Was an der Stelle der Wiedergabe geschehen war</translation>
    </message>
    <message>
        <source>Verified again</source>
        <translation>Erneut geprüft</translation>
    </message>
    <message>
        <source>What differs between the record and a new verdict</source>
        <translation>Was zwischen Aufzeichnung und neuem Urteil verschieden ist</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Reference and candidate to judge</source>
        <translation>Referenz und Kandidat, die beurteilt werden</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Cheat zoo, lanes and stages of the verifier itself</source>
        <translation>Betrugszoo, Bahnen und Stufen des Prüfers selbst</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf der Urteile</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>Runs, their settings and curves beside each other</source>
        <translation>Läufe, ihre Einstellungen und Kurven nebeneinander</translation>
    </message>
    <message>
        <source>Time travel</source>
        <translation>Zeitreise</translation>
    </message>
    <message>
        <source>Every answer of the policy to one task, step by step</source>
        <translation>Jede Antwort der Policy auf eine Aufgabe, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeitmessung</translation>
    </message>
    <message>
        <source>Samples, clocks and speedup of the candidate, and why it was decided so</source>
        <translation>Messwerte, Takte und Beschleunigung des Kandidaten, und warum so entschieden wurde</translation>
    </message>
    <message>
        <source>What was judged by hand, also in former sessions</source>
        <translation>Was von Hand beurteilt wurde, auch in früheren Sitzungen</translation>
    </message>
    <message>
        <source>Debugger</source>
        <translation>Debugger</translation>
    </message>
    <message>
        <source>One program of a kernel, line by line, with all of its values</source>
        <translation>Ein Programm eines Kernels, Zeile für Zeile, mit allen seinen Werten</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>EngineText</name>
    <message>
        <source>forward is given no number</source>
        <translation>forward bekommt keine Zahl</translation>
    </message>
    <message>
        <source>forward is given neither true nor false</source>
        <translation>forward bekommt weder wahr noch falsch</translation>
    </message>
    <message>
        <source>other %1: %2</source>
        <translation>andere %1: %2</translation>
    </message>
    <message>
        <source>argument %1: %2 -&gt; %3</source>
        <translation>Argument %1: %2 -&gt; %3</translation>
    </message>
    <message>
        <source>the reference takes no other %1, or they change nothing</source>
        <translation>die Referenz nimmt keine anderen %1, oder sie ändern nichts</translation>
    </message>
    <message>
        <source>%L1 elements of inputs and parameters are too many for more runs</source>
        <translation>%L1 Elemente von Eingaben und Parametern sind zu viele für weitere Durchgänge</translation>
    </message>
    <message>
        <source>no input is floating point</source>
        <translation>keine Eingabe ist Gleitkomma</translation>
    </message>
    <message>
        <source>a float64 task is not run in half precision</source>
        <translation>eine float64-Aufgabe läuft nicht in halber Genauigkeit</translation>
    </message>
    <message>
        <source>the reference refuses it: %1</source>
        <translation>die Referenz nimmt es nicht an: %1</translation>
    </message>
    <message>
        <source>the reference refuses it when rounded differently</source>
        <translation>die Referenz nimmt es anders gerundet nicht an</translation>
    </message>
    <message>
        <source>PyTorch itself overflows there</source>
        <translation>PyTorch selbst läuft dort über</translation>
    </message>
    <message>
        <source>PyTorch itself overflows in %1</source>
        <translation>PyTorch selbst läuft in %1 über</translation>
    </message>
    <message>
        <source>PyTorch refuses %1: %2</source>
        <translation>PyTorch nimmt %1 nicht an: %2</translation>
    </message>
    <message>
        <source>the float64 answer is not finite there</source>
        <translation>die float64-Antwort ist dort nicht endlich</translation>
    </message>
    <message>
        <source>the inputs themselves overflow</source>
        <translation>die Eingaben selbst laufen über</translation>
    </message>
    <message>
        <source>badly conditioned: one rounding of the inputs changes the answer</source>
        <translation>schlecht konditioniert: eine Rundung der Eingaben ändert die Antwort</translation>
    </message>
    <message>
        <source>other inputs lie on both sides of every limit</source>
        <translation>andere Eingaben liegen beiderseits jeder Grenze</translation>
    </message>
    <message>
        <source>the reference has no limits</source>
        <translation>die Referenz hat keine Grenzen</translation>
    </message>
    <message>
        <source>no multiple of the inputs reaches the limit</source>
        <translation>kein Vielfaches der Eingaben erreicht die Grenze</translation>
    </message>
    <message>
        <source>values on both sides of limits, normal values times %L1</source>
        <translation>Werte beiderseits der Grenzen, Normalwerte mal %L1</translation>
    </message>
    <message>
        <source>the reference asks no input for NaN or infinity</source>
        <translation>die Referenz fragt keine Eingabe nach NaN oder unendlich</translation>
    </message>
    <message>
        <source>some elements are %1</source>
        <translation>einige Elemente sind %1</translation>
    </message>
    <message>
        <source>the reference answers with NaN, not finitely or not at all</source>
        <translation>die Referenz antwortet mit NaN, nicht endlich oder gar nicht</translation>
    </message>
    <message>
        <source>the reference accepts no smaller inputs</source>
        <translation>die Referenz nimmt keine kleineren Eingaben an</translation>
    </message>
    <message>
        <source>the reference accepts no %1 inputs</source>
        <translation>die Referenz nimmt keine solchen Eingaben an (%1)</translation>
    </message>
    <message>
        <source>the reference accepts no other sizes</source>
        <translation>die Referenz nimmt keine anderen Größen an</translation>
    </message>
    <message>
        <source>the reference accepts no odd sizes of few elements</source>
        <translation>die Referenz nimmt keine krummen Größen mit wenigen Elementen an</translation>
    </message>
    <message>
        <source>the reference accepts no size of one</source>
        <translation>die Referenz nimmt keine Größe von eins an</translation>
    </message>
    <message>
        <source>the reference accepts no larger %1 that is still cheap</source>
        <translation>die Referenz nimmt kein größeres %1 an, das noch billig ist</translation>
    </message>
    <message>
        <source>no more than %L1 sizes may change</source>
        <translation>nur %L1 Größen dürfen sich ändern</translation>
    </message>
    <message>
        <source>odd_dims has the same sizes, or the only one larger</source>
        <translation>odd_dims hat dieselben Größen oder die einzige größer</translation>
    </message>
    <message>
        <source>one size beyond the next power of two, the others small: %1</source>
        <translation>eine Größe jenseits der nächsten Zweierpotenz, die anderen klein: %1</translation>
    </message>
    <message>
        <source>equal sizes belong together</source>
        <translation>gleiche Größen gehören zusammen</translation>
    </message>
    <message>
        <source>sizes that were equal by chance: %1</source>
        <translation>zufällig gleiche Größen: %1</translation>
    </message>
    <message>
        <source>sizes of one: %1</source>
        <translation>Größen von eins: %1</translation>
    </message>
    <message>
        <source>no input has more than one dimension</source>
        <translation>keine Eingabe hat mehr als eine Dimension</translation>
    </message>
    <message>
        <source>inputs that are not contiguous: %1</source>
        <translation>nicht zusammenhängende Eingaben: %1</translation>
    </message>
    <message>
        <source>no input is a tensor of more than one element</source>
        <translation>keine Eingabe ist ein Tensor mit mehr als einem Element</translation>
    </message>
    <message>
        <source>normal values with mean zero, integers in their range</source>
        <translation>Normalwerte mit Mittel null, ganze Zahlen in ihrem Bereich</translation>
    </message>
    <message>
        <source>normal values with mean zero, integers in their range or of both signs</source>
        <translation>Normalwerte mit Mittel null, ganze Zahlen in ihrem Bereich oder beider Vorzeichen</translation>
    </message>
    <message>
        <source>no input has an element that may change alone</source>
        <translation>keine Eingabe hat ein Element, das sich allein ändern darf</translation>
    </message>
    <message>
        <source>floating values times 100</source>
        <translation>Gleitkommawerte mal 100</translation>
    </message>
    <message>
        <source>floating values times 100, some lines far below zero</source>
        <translation>Gleitkommawerte mal 100, einige Zeilen weit unter null</translation>
    </message>
    <message>
        <source>floating values times 100, some lines negative</source>
        <translation>Gleitkommawerte mal 100, einige Zeilen negativ</translation>
    </message>
    <message>
        <source>floating values whose rows are moved far from zero</source>
        <translation>Gleitkommawerte, deren Zeilen weit von null weg verschoben sind</translation>
    </message>
    <message>
        <source>no input is a number that may be large</source>
        <translation>keine Eingabe ist eine Zahl, die groß sein darf</translation>
    </message>
    <message>
        <source>integers of both signs, those of 64 bits beyond 32</source>
        <translation>ganze Zahlen beider Vorzeichen, die mit 64 Bits jenseits von 32</translation>
    </message>
    <message>
        <source>floating values times 0.001</source>
        <translation>Gleitkommawerte mal 0,001</translation>
    </message>
    <message>
        <source>floating values times 0.001, some lines zero</source>
        <translation>Gleitkommawerte mal 0,001, einige Zeilen null</translation>
    </message>
    <message>
        <source>floating values all %L1</source>
        <translation>alle Gleitkommawerte %L1</translation>
    </message>
    <message>
        <source>no place for infinities was found that torch and float64 agree on</source>
        <translation>kein Platz für Unendliche, über den torch und float64 einig sind</translation>
    </message>
    <message>
        <source>the reference has no modes</source>
        <translation>die Referenz hat keine Modi</translation>
    </message>
    <message>
        <source>every variant is judged in eval mode</source>
        <translation>jede Variante wird im Modus eval beurteilt</translation>
    </message>
    <message>
        <source>judged against %1: float64 fails (%2)</source>
        <translation>an %1 gemessen: float64 scheitert (%2)</translation>
    </message>
    <message>
        <source>other shapes in float64</source>
        <translation>andere Formen in float64</translation>
    </message>
    <message>
        <source>%1; on smaller shapes %2</source>
        <translation>%1; mit kleineren Formen %2</translation>
    </message>
    <message>
        <source>it needs more memory than it may use</source>
        <translation>es braucht mehr Speicher, als es darf</translation>
    </message>
    <message>
        <source>it cannot be made: %1</source>
        <translation>es lässt sich nicht herstellen: %1</translation>
    </message>
    <message>
        <source>inputs and parameters have %L1 elements</source>
        <translation>Eingaben und Parameter haben %L1 Elemente</translation>
    </message>
    <message>
        <source>inputs and parameters have %L1 elements, one forward writes %L2 and takes %L3 GFLOP</source>
        <translation>Eingaben und Parameter haben %L1 Elemente, ein forward schreibt %L2 und braucht %L3 GFLOP</translation>
    </message>
    <message>
        <source>judged on smaller shapes: %1</source>
        <translation>auf kleineren Formen beurteilt: %1</translation>
    </message>
    <message>
        <source>%1; no smaller shapes were found: %2</source>
        <translation>%1; keine kleineren Formen gefunden: %2</translation>
    </message>
    <message>
        <source>the compiler did not hand it out</source>
        <translation>der Compiler gab es nicht heraus</translation>
    </message>
    <message>
        <source>this Triton comes without nvdisasm</source>
        <translation>dieses Triton kommt ohne nvdisasm</translation>
    </message>
    <message>
        <source>nvdisasm did not run: %1</source>
        <translation>nvdisasm lief nicht: %1</translation>
    </message>
    <message>
        <source>not disassembled: the kernels before took all the time there is for it</source>
        <translation>nicht disassembliert: die Kernel davor brauchten alle Zeit, die es dafür gibt</translation>
    </message>
    <message>
        <source>not kept: the texts of all kernels exceed %L1 MB</source>
        <translation>nicht aufgehoben: die Texte aller Kernel überschreiten %L1 MB</translation>
    </message>
    <message>
        <source>the first %L1 MB of %L2 bytes</source>
        <translation>die ersten %L1 MB von %L2 Bytes</translation>
    </message>
    <message>
        <source>expected %1, got %2</source>
        <translation>erwartet: %1; eingegeben: %2</translation>
    </message>
    <message>
        <source>%1: expected %2, got %3</source>
        <translation>%1: erwartet: %2; angegeben: %3</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>eine ganze Zahl ab %1</translation>
    </message>
    <message>
        <source>a whole number above %1</source>
        <translation>eine ganze Zahl über %1</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a number from %1 and below %2</source>
        <translation>eine Zahl ab %1 und unter %2</translation>
    </message>
    <message>
        <source>a number above %1 and at most %2</source>
        <translation>eine Zahl über %1 und höchstens %2</translation>
    </message>
    <message>
        <source>a number above %1 and below %2</source>
        <translation>eine Zahl über %1 und unter %2</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>eine Zahl ab %1</translation>
    </message>
    <message>
        <source>a number above %1</source>
        <translation>eine Zahl über %1</translation>
    </message>
    <message>
        <source>a number of at most %1</source>
        <translation>eine Zahl bis %1</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>a list of whole numbers from %1 to %2</source>
        <translation>eine Liste ganzer Zahlen von %1 bis %2</translation>
    </message>
    <message>
        <source>a multiple of %1 = %2</source>
        <translation>ein Vielfaches von %1 = %2</translation>
    </message>
    <message>
        <source>a divisor of %1 = %2</source>
        <translation>ein Teiler von %1 = %2</translation>
    </message>
    <message>
        <source>an even number of channels a head</source>
        <translation>eine gerade Zahl von Kanälen je Kopf</translation>
    </message>
    <message>
        <source>at least one layer name for %1</source>
        <translation>mindestens ein Schichtname für %1</translation>
    </message>
    <message>
        <source>none for model.path = new (there is no base to adapt)</source>
        <translation>none bei model.path = new (es gibt kein Grundmodell zum Anpassen)</translation>
    </message>
    <message>
        <source>at least one level</source>
        <translation>mindestens ein Level</translation>
    </message>
    <message>
        <source>each level once</source>
        <translation>jedes Level einmal</translation>
    </message>
    <message>
        <source>there is no such setting</source>
        <translation>diese Einstellung gibt es nicht</translation>
    </message>
    <message>
        <source>%1: unknown setting</source>
        <translation>%1: unbekannte Einstellung</translation>
    </message>
    <message>
        <source>%1: unknown setting; did you mean %2?</source>
        <translation>%1: unbekannte Einstellung; ist %2 gemeint?</translation>
    </message>
    <message>
        <source>%1: given twice, first in line %2</source>
        <translation>%1: zweimal angegeben, zuerst in Zeile %2</translation>
    </message>
    <message>
        <source>%1: expected settings as &quot;key: value&quot; lines</source>
        <translation>%1: erwartet: Einstellungen als Zeilen „Schlüssel: Wert“</translation>
    </message>
    <message>
        <source>%1: expected settings, the file is empty; start from a preset</source>
        <translation>%1: erwartet: Einstellungen, die Datei ist leer; mit einer Vorlage anfangen</translation>
    </message>
    <message>
        <source>%1: broken YAML: %2</source>
        <translation>%1: kaputtes YAML: %2</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>paused after step %L1</source>
        <translation>angehalten nach Schritt %L1</translation>
    </message>
    <message>
        <source>pausing after step %L1</source>
        <translation>hält nach Schritt %L1 an</translation>
    </message>
    <message>
        <source>stopped after step %L1</source>
        <translation>beendet nach Schritt %L1</translation>
    </message>
    <message>
        <source>finished after step %L1</source>
        <translation>fertig nach Schritt %L1</translation>
    </message>
    <message>
        <source>stopped: %1</source>
        <translation>beendet: %1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>gescheitert: %1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>generation.max_prompt_length: %L1 tokens are too few for the prompts of these tasks; raise it</source>
        <translation>generation.max_prompt_length: %L1 Token sind zu wenig für die Prompts dieser Aufgaben; erhöhen</translation>
    </message>
    <message>
        <source>model.device: %1 was asked for, but no CUDA device is usable here; set it to cpu or auto</source>
        <translation>model.device: %1 war verlangt, aber hier ist kein CUDA-Gerät brauchbar; auf cpu oder auto setzen</translation>
    </message>
    <message>
        <source>model.device: there is no %1; the devices are cuda:0 to cuda:%2</source>
        <translation>model.device: %1 gibt es nicht; die Geräte sind cuda:0 bis cuda:%2</translation>
    </message>
    <message>
        <source>%1: no task of tasks.levels is left in it; choose other levels, another folder or a shorter tasks.exclude</source>
        <translation>%1: keine Aufgabe aus tasks.levels bleibt übrig; andere Level, einen anderen Ordner oder ein kürzeres tasks.exclude wählen</translation>
    </message>
    <message>
        <source>sft.corpus: every sample is longer than generation.max_prompt_length or max_completion_length; raise them</source>
        <translation>sft.corpus: jedes Beispiel ist länger als generation.max_prompt_length oder max_completion_length; diese erhöhen</translation>
    </message>
    <message>
        <source>%1: holds a run already; continue it with --resume, or choose another --out</source>
        <translation>%1: enthält schon einen Lauf; mit --resume fortsetzen oder ein anderes --out wählen</translation>
    </message>
    <message>
        <source>%1: holds no run to resume; give the folder of a run</source>
        <translation>%1: enthält keinen Lauf zum Fortsetzen; den Ordner eines Laufs angeben</translation>
    </message>
    <message>
        <source>%1: none of its checkpoints can be read; start a new run with --out</source>
        <translation>%1: keiner seiner Speicherpunkte ist lesbar; mit --out einen neuen Lauf anfangen</translation>
    </message>
    <message>
        <source>No model at &quot;%1&quot;: expected &quot;pocket&quot;, a GGUF file or a folder with config.json, model.safetensors and tokenizer.json</source>
        <translation>Kein Modell in „%1“: erwartet „pocket“, eine GGUF-Datei oder ein Ordner mit config.json, model.safetensors und tokenizer.json</translation>
    </message>
    <message>
        <source>No model at &quot;%1&quot;: a GGUF file is named by its own path, such as %2</source>
        <translation>Kein Modell in „%1“: eine GGUF-Datei wird mit ihrem eigenen Pfad genannt, etwa %2</translation>
    </message>
    <message>
        <source>%1: not a GGUF file; give one, or the folder of a model in Hugging Face layout</source>
        <translation>%1: keine GGUF-Datei; eine angeben, oder den Ordner eines Modells im Aufbau von Hugging Face</translation>
    </message>
    <message>
        <source>%1: another process writes this run; stop it first or choose another folder</source>
        <translation>%1: ein anderer Prozess schreibt diesen Lauf; ihn erst beenden oder einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>%1: this run is being written; stop it first, then delete it</source>
        <translation>%1: dieser Lauf wird gerade geschrieben; erst beenden, dann löschen</translation>
    </message>
    <message>
        <source>%1: is a link to a run elsewhere; remove the link yourself</source>
        <translation>%1: ist ein Verweis auf einen Lauf anderswo; den Verweis selbst entfernen</translation>
    </message>
    <message>
        <source>%1: lies outside the runs folder %2; take it out of the list, or delete the folder with a file manager</source>
        <translation>%1: liegt außerhalb des Ordners der Läufe %2; aus der Liste nehmen oder den Ordner mit einer Dateiverwaltung löschen</translation>
    </message>
    <message>
        <source>%1: no record here; name a run folder, which holds record.sqlite</source>
        <translation>%1: keine Aufzeichnung hier; einen Ordner eines Laufs angeben, er enthält record.sqlite</translation>
    </message>
    <message>
        <source>%1: not a record of Nereid, or an unfinished one; choose another run folder</source>
        <translation>%1: keine oder eine unfertige Aufzeichnung von Nereid; den Ordner eines anderen Laufs wählen</translation>
    </message>
    <message>
        <source>%1: written by a newer Nereid (record version %2, this one reads up to %3); update Nereid</source>
        <translation>%1: von einem neueren Nereid geschrieben (Aufzeichnung Version %2, dieses liest bis %3); Nereid aktualisieren</translation>
    </message>
    <message>
        <source>%1: the table &quot;%2&quot; is missing; restore the run folder from a copy</source>
        <translation>%1: die Tabelle „%2“ fehlt; den Ordner des Laufs aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>%1: another window follows this run; close it there</source>
        <translation>%1: ein anderes Fenster folgt diesem Lauf; dort schließen</translation>
    </message>
    <message>
        <source>no task &apos;%1&apos; in %2; `nereid tasks list --tasks %3` shows what is there</source>
        <translation>keine Aufgabe „%1“ in %2; `nereid tasks list --tasks %3` zeigt, was da ist</translation>
    </message>
    <message>
        <source>%1: no KernelBench folder; expected level1 ... level4 in it or in its subfolder KernelBench</source>
        <translation>%1: kein KernelBench-Ordner; erwartet: level1 ... level4 darin oder im Unterordner KernelBench</translation>
    </message>
    <message>
        <source>the Python environment with torch and triton is not complete (%1); %2</source>
        <translation>die Python-Umgebung mit torch und triton ist nicht vollständig (%1); %2</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>die Platte ist voll</translation>
    </message>
    <message>
        <source>the package index cannot be reached</source>
        <translation>das Paketverzeichnis ist nicht erreichbar</translation>
    </message>
    <message>
        <source>the package index does not prove who it is (TLS)</source>
        <translation>das Paketverzeichnis weist sich nicht aus (TLS)</translation>
    </message>
    <message>
        <source>the proxy refuses the connection</source>
        <translation>der Proxy weist die Verbindung ab</translation>
    </message>
    <message>
        <source>the connection broke during a download</source>
        <translation>die Verbindung brach beim Herunterladen ab</translation>
    </message>
    <message>
        <source>a downloaded package is damaged or of another version</source>
        <translation>ein heruntergeladenes Paket ist beschädigt oder von anderer Version</translation>
    </message>
    <message>
        <source>the package index does not have the pinned packages for this Python and machine</source>
        <translation>das Paketverzeichnis hat die festgelegten Pakete für dieses Python und diesen Rechner nicht</translation>
    </message>
    <message>
        <source>no right to write in %1</source>
        <translation>kein Schreibrecht in %1</translation>
    </message>
    <message>
        <source>make room in %1, then run this again: it goes on where it stopped</source>
        <translation>in %1 Platz schaffen, dann noch einmal starten: es geht dort weiter, wo es aufhörte</translation>
    </message>
    <message>
        <source>run this again: it goes on where it stopped</source>
        <translation>noch einmal starten: es geht dort weiter, wo es aufhörte</translation>
    </message>
    <message>
        <source>check the network (and https_proxy), then run this again</source>
        <translation>das Netz (und https_proxy) prüfen, dann noch einmal starten</translation>
    </message>
    <message>
        <source>check https_proxy, then run this again</source>
        <translation>https_proxy prüfen, dann noch einmal starten</translation>
    </message>
    <message>
        <source>remove %1, then run this again</source>
        <translation>%1 entfernen, dann noch einmal starten</translation>
    </message>
    <message>
        <source>the Python environment needs %L1 GB more in %2, %L3 GB are free</source>
        <translation>die Python-Umgebung braucht noch %L1 GB in %2, %L3 GB sind frei</translation>
    </message>
    <message>
        <source>make room, or set XDG_CACHE_HOME to a folder on a larger disk</source>
        <translation>Platz schaffen oder XDG_CACHE_HOME auf einen Ordner einer größeren Platte setzen</translation>
    </message>
    <message>
        <source>the new environment does not work: %1</source>
        <translation>die neue Umgebung läuft nicht: %1</translation>
    </message>
    <message>
        <source>python3 -m venv failed: %1</source>
        <translation>python3 -m venv scheiterte: %1</translation>
    </message>
    <message>
        <source>pip failed: %1</source>
        <translation>pip scheiterte: %1</translation>
    </message>
    <message>
        <source>cancelled; what was downloaded is kept</source>
        <translation>abgebrochen; das Heruntergeladene bleibt</translation>
    </message>
    <message>
        <source>the output</source>
        <translation>die Ausgabe</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Ausgabe %1</translation>
    </message>
    <message>
        <source>%1 after forward</source>
        <translation>%1 nach forward</translation>
    </message>
    <message>
        <source>one tensor</source>
        <translation>einen Tensor</translation>
    </message>
    <message>
        <source>%L1 tensors</source>
        <translation>%L1 Tensoren</translation>
    </message>
    <message>
        <source>a tuple of %L1 tensors</source>
        <translation>ein Tupel aus %L1 Tensoren</translation>
    </message>
    <message>
        <source>values read on the host</source>
        <translation>auf dem Host gelesene Werte</translation>
    </message>
    <message>
        <source>inline assembly</source>
        <translation>eingebetteter Assembler</translation>
    </message>
    <message>
        <source>an address far from %1</source>
        <translation>eine Adresse weit weg von %1</translation>
    </message>
    <message>
        <source>%1 in `%2`</source>
        <translation>%1 in `%2`</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>store</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>Schalter</translation>
    </message>
    <message>
        <source>input %1 axis %2: %L3</source>
        <translation>Eingabe %1 Achse %2: %L3</translation>
    </message>
    <message>
        <source>input %1 %2</source>
        <translation>Eingabe %1 %2</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>eine Liste mit %1</translation>
    </message>
    <message>
        <source>an empty item</source>
        <translation>ein leerer Eintrag</translation>
    </message>
    <message>
        <source>an empty text</source>
        <translation>ein leerer Text</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>eine leere Liste</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>a repeated one</source>
        <translation>eine wiederholte</translation>
    </message>
    <message>
        <source>at most %1 = %2</source>
        <translation>höchstens %1 = %2</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>nicht beschreibbar</translation>
    </message>
    <message>
        <source>right on every input</source>
        <translation>richtig auf jeder Eingabe</translation>
    </message>
    <message>
        <source>%1 (line %2)</source>
        <translation>%1 (Zeile %2)</translation>
    </message>
    <message>
        <source>kernel %1: %2</source>
        <translation>Kernel %1: %2</translation>
    </message>
    <message>
        <source>on the GPU: %1</source>
        <translation>auf der GPU: %1</translation>
    </message>
    <message>
        <source>on the GPU, %1, %2</source>
        <translation>auf der GPU, %1, %2</translation>
    </message>
    <message>
        <source>on the GPU the process %1</source>
        <translation>auf der GPU: der Prozess %1</translation>
    </message>
    <message>
        <source>GPU time: not measured</source>
        <translation>GPU-Zeit: nicht gemessen</translation>
    </message>
    <message>
        <source>GPU time: not measured, %1</source>
        <translation>GPU-Zeit: nicht gemessen, %1</translation>
    </message>
    <message>
        <source>the reference&apos;s process keeps ending</source>
        <translation>der Prozess der Referenz endet immer wieder</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cancelled before it was judged</source>
        <translation>abgebrochen, bevor es beurteilt wurde</translation>
    </message>
    <message>
        <source>not finished within %L1 s</source>
        <translation>nicht fertig in %L1 s</translation>
    </message>
    <message>
        <source>the candidate used more memory than it may</source>
        <translation>der Kandidat brauchte mehr Speicher, als er darf</translation>
    </message>
    <message>
        <source>the candidate asks for more memory than it may use</source>
        <translation>der Kandidat verlangt mehr Speicher, als er darf</translation>
    </message>
    <message>
        <source>the candidate&apos;s process was %1</source>
        <translation>der Prozess des Kandidaten wurde %1</translation>
    </message>
    <message>
        <source>the candidate&apos;s process was %1, repeatedly</source>
        <translation>der Prozess des Kandidaten wurde wiederholt %1</translation>
    </message>
    <message>
        <source>the candidate&apos;s process %1</source>
        <translation>der Prozess des Kandidaten %1</translation>
    </message>
    <message>
        <source>ended by signal %1 (%2)</source>
        <translation>durch Signal %1 beendet (%2)</translation>
    </message>
    <message>
        <source>ended by a forbidden system call or a deadly signal to itself</source>
        <translation>durch einen verbotenen Systemaufruf oder ein tödliches Signal an sich selbst beendet</translation>
    </message>
    <message>
        <source>ended with exit status %1</source>
        <translation>endete mit Status %1</translation>
    </message>
    <message>
        <source>closed its channel and went on</source>
        <translation>schloss seinen Kanal und lief weiter</translation>
    </message>
    <message>
        <source>sent a broken message</source>
        <translation>sandte eine kaputte Nachricht</translation>
    </message>
    <message>
        <source>sent a message that nobody asked for</source>
        <translation>sandte eine Nachricht, um die niemand bat</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>brauchte zu lange</translation>
    </message>
    <message>
        <source>used too much memory</source>
        <translation>brauchte zu viel Speicher</translation>
    </message>
    <message>
        <source>Triton&apos;s compiler crashed on a launch of this candidate (signal %1); another block size may avoid it</source>
        <translation>Tritons Compiler stürzte bei einem Start dieses Kandidaten ab (Signal %1); eine andere Blockgröße vermeidet es vielleicht</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements, first at [%3], error %L4 against a bound of %L5</source>
        <translation>%L1 von %L2 Elementen, zuerst bei [%3], Fehler %L4 bei einer Schranke von %L5</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements differ in being NaN or infinite, first at [%3]: %L4 where %L5 is expected</source>
        <translation>%L1 von %L2 Elementen sind anders NaN oder unendlich, zuerst bei [%3]: %L4, erwartet %L5</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements, first at [%3]: %L4 where %L5 is expected</source>
        <translation>%L1 von %L2 Elementen, zuerst bei [%3]: %L4, erwartet %L5</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3</source>
        <translation>%1 ist %2, erwartet %3</translation>
    </message>
    <message>
        <source>%1 has shape [%2], expected [%3]</source>
        <translation>%1 hat die Form [%2], erwartet [%3]</translation>
    </message>
    <message>
        <source>%1 of the reference changes shape in float64</source>
        <translation>%1 der Referenz hat in float64 eine andere Form</translation>
    </message>
    <message>
        <source>the reference handed over no complete effects</source>
        <translation>die Referenz übergab keine vollständigen Wirkungen</translation>
    </message>
    <message>
        <source>the reference handed over no complete outputs</source>
        <translation>die Referenz übergab keine vollständigen Ausgaben</translation>
    </message>
    <message>
        <source>the reference&apos;s exact output has another dtype</source>
        <translation>die genaue Ausgabe der Referenz hat einen anderen Typ</translation>
    </message>
    <message>
        <source>forward leaves %1 as it was, the reference changes it</source>
        <translation>forward lässt %1, wie es war; die Referenz ändert es</translation>
    </message>
    <message>
        <source>forward changed %1, the reference does not</source>
        <translation>forward änderte %1, die Referenz nicht</translation>
    </message>
    <message>
        <source>forward returned %1, expected %2</source>
        <translation>forward gab %1 zurück, erwartet %2</translation>
    </message>
    <message>
        <source>forward launches no Triton kernel</source>
        <translation>forward startet keinen Triton-Kernel</translation>
    </message>
    <message>
        <source>no kernel stores into what forward returns</source>
        <translation>kein Kernel schreibt in das, was forward zurückgibt</translation>
    </message>
    <message>
        <source>the launched kernels store nothing</source>
        <translation>die gestarteten Kernel schreiben nichts</translation>
    </message>
    <message>
        <source>the outputs cannot be read: %1</source>
        <translation>die Ausgaben sind nicht lesbar: %1</translation>
    </message>
    <message>
        <source>output %1 is not a dense tensor</source>
        <translation>Ausgabe %1 ist kein dichter Tensor</translation>
    </message>
    <message>
        <source>output %1 is a view whose elements share memory, not a tensor of its own</source>
        <translation>Ausgabe %1 ist eine Sicht, deren Elemente sich Speicher teilen, kein eigener Tensor</translation>
    </message>
    <message>
        <source>output %1 is a %2, not a plain tensor</source>
        <translation>Ausgabe %1 ist ein %2, kein gewöhnlicher Tensor</translation>
    </message>
    <message>
        <source>forward returned a %1, not a tensor</source>
        <translation>forward gab ein %1 zurück, keinen Tensor</translation>
    </message>
    <message>
        <source>the grid of %1 must hold one to three sizes, got %2</source>
        <translation>das Gitter von %1 braucht ein bis drei Größen, nicht %2</translation>
    </message>
    <message>
        <source>the grid of %1 must be a tuple of 1 to 3 integers, got %2</source>
        <translation>das Gitter von %1 braucht ein Tupel aus 1 bis 3 ganzen Zahlen, nicht %2</translation>
    </message>
    <message>
        <source>the grid of %1 must hold integers, got %2</source>
        <translation>das Gitter von %1 braucht ganze Zahlen, nicht %2</translation>
    </message>
    <message>
        <source>a %1 cannot be passed to a kernel</source>
        <translation>ein %1 lässt sich keinem Kernel übergeben</translation>
    </message>
    <message>
        <source>the source has %L1 bytes; at most %L2 are accepted</source>
        <translation>der Quelltext hat %L1 Bytes; höchstens %L2 werden angenommen</translation>
    </message>
    <message>
        <source>the source has %L1 bytes, at most %L2 are judged</source>
        <translation>der Quelltext hat %L1 Bytes, höchstens %L2 werden beurteilt</translation>
    </message>
    <message>
        <source>byte %1 is not UTF-8: %2</source>
        <translation>Byte %1 ist kein UTF-8: %2</translation>
    </message>
    <message>
        <source>the coding line is not usable: %1</source>
        <translation>die Kodierungszeile ist nicht brauchbar: %1</translation>
    </message>
    <message>
        <source>the coding line asks for %1; use UTF-8</source>
        <translation>die Kodierungszeile verlangt %1; UTF-8 verwenden</translation>
    </message>
    <message>
        <source>the source is empty</source>
        <translation>der Quelltext ist leer</translation>
    </message>
    <message>
        <source>there is no candidate source</source>
        <translation>es gibt keinen Quelltext des Kandidaten</translation>
    </message>
    <message>
        <source>the source is nested too deeply to parse</source>
        <translation>der Quelltext ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>the source is nested too deeply to read</source>
        <translation>der Quelltext ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>relative imports have nothing to import from</source>
        <translation>relative Importe haben hier nichts zu importieren</translation>
    </message>
    <message>
        <source>a candidate may not import %1; torch, triton, numpy and the plain part of the standard library are there</source>
        <translation>ein Kandidat darf %1 nicht importieren; da sind torch, triton, numpy und der schlichte Teil der Standardbibliothek</translation>
    </message>
    <message>
        <source>a candidate may not call %1</source>
        <translation>ein Kandidat darf %1 nicht aufrufen</translation>
    </message>
    <message>
        <source>the source defines no class %1</source>
        <translation>der Quelltext definiert keine Klasse %1</translation>
    </message>
    <message>
        <source>the source has no function under @triton.jit</source>
        <translation>der Quelltext hat keine Funktion unter @triton.jit</translation>
    </message>
    <message>
        <source>the candidate called sys.exit(%1)</source>
        <translation>der Kandidat rief sys.exit(%1) auf</translation>
    </message>
    <message>
        <source>The completion ended at the length limit before its code block was closed.</source>
        <translation>Die Antwort endete an der Längengrenze, bevor ihr Codeblock geschlossen war.</translation>
    </message>
    <message>
        <source>The completion holds no complete Python block.</source>
        <translation>Die Antwort enthält keinen vollständigen Python-Block.</translation>
    </message>
    <message>
        <source>PyTorch computes in forward: %1; the kernels must do all the compute</source>
        <translation>PyTorch rechnet in forward: %1; alles Rechnen ist Sache der Kernel</translation>
    </message>
    <message>
        <source>%1 takes values to the host; the kernels must do all the compute</source>
        <translation>%1 holt Werte auf den Host; alles Rechnen ist Sache der Kernel</translation>
    </message>
    <message>
        <source>the host sends numbers that change with the values of the inputs; the kernels must do all the compute</source>
        <translation>der Host sendet Zahlen, die sich mit den Werten der Eingaben ändern; alles Rechnen ist Sache der Kernel</translation>
    </message>
    <message>
        <source>the host uploads more than 64 MiB</source>
        <translation>der Host lädt mehr als 64 MiB hoch</translation>
    </message>
    <message>
        <source>the operator %1 does not run on the device</source>
        <translation>der Operator %1 läuft nicht auf dem Gerät</translation>
    </message>
    <message>
        <source>an operator returned a %1</source>
        <translation>ein Operator gab ein %1 zurück</translation>
    </message>
    <message>
        <source>%1 takes a number for %2, not a tensor</source>
        <translation>%1 nimmt für %2 eine Zahl, keinen Tensor</translation>
    </message>
    <message>
        <source>an argument of type %1 cannot be passed on</source>
        <translation>ein Argument vom Typ %1 lässt sich nicht weitergeben</translation>
    </message>
    <message>
        <source>an argument of type %1 does not reach the device</source>
        <translation>ein Argument vom Typ %1 erreicht das Gerät nicht</translation>
    </message>
    <message>
        <source>an argument is nested too deeply</source>
        <translation>ein Argument ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>the interpreter cannot run this: %1</source>
        <translation>der Interpreter kann das nicht ausführen: %1</translation>
    </message>
    <message>
        <source>%1 is launched over %L2 programs, too many for the interpreter</source>
        <translation>%1 wird über %L2 Programme gestartet, zu viele für den Interpreter</translation>
    </message>
    <message>
        <source>libdevice.%1 is known to the GPU only</source>
        <translation>libdevice.%1 kennt nur die GPU</translation>
    </message>
    <message>
        <source>the device function %1</source>
        <translation>die Gerätefunktion %1</translation>
    </message>
    <message>
        <source>an atomic operation on bfloat16</source>
        <translation>eine atomare Operation auf bfloat16</translation>
    </message>
    <message>
        <source>a loop with a step that is not positive, which on a GPU does not end</source>
        <translation>eine Schleife mit nicht positiver Schrittweite, die auf einer GPU nicht endet</translation>
    </message>
    <message>
        <source>a program waits for what another one stores, and here they run one after another</source>
        <translation>ein Programm wartet auf das, was ein anderes schreibt; hier laufen sie nacheinander</translation>
    </message>
    <message>
        <source>%1 outside of memory: %L2 of %L3 active lanes, first at %4</source>
        <translation>%1 außerhalb des Speichers: %L2 von %L3 aktiven Spuren, zuerst bei %4</translation>
    </message>
    <message>
        <source>element %L1 of %2, which has %L3</source>
        <translation>Element %L1 von %2, das %L3 hat</translation>
    </message>
    <message>
        <source>%1 through a pointer in a launch without tensors</source>
        <translation>%1 über einen Zeiger in einem Start ohne Tensoren</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which another program of the launch stores; on a GPU, which comes first is chance</source>
        <translation>ein Programm lädt Element %L1 von %2, das ein anderes Programm des Starts schreibt; was zuerst kommt, ist auf einer GPU Zufall</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which another of its threads has stored; without tl.debug_barrier() in between, which comes first is chance</source>
        <translation>ein Programm lädt Element %L1 von %2, das ein anderer seiner Threads geschrieben hat; ohne tl.debug_barrier() dazwischen ist Zufall, was zuerst kommt</translation>
    </message>
    <message>
        <source>a program stores what depends on a value that it has loaded after storing it in a block of fewer elements than it has threads; without tl.debug_barrier() in between, all threads but the storing ones may have loaded an older value</source>
        <translation>ein Programm schreibt, was von einem Wert abhängt, den es nach dem Schreiben in einem Block von weniger Elementen als Threads geladen hat; ohne tl.debug_barrier() dazwischen haben alle Threads außer den schreibenden vielleicht einen älteren Wert geladen</translation>
    </message>
    <message>
        <source>several programs store different values into element %L1 of %2; on a GPU, which one stays is chance</source>
        <translation>mehrere Programme schreiben verschiedene Werte in Element %L1 von %2; welcher bleibt, ist auf einer GPU Zufall</translation>
    </message>
    <message>
        <source>needs %L1 %2, sm_90 has %L3</source>
        <translation>braucht %L1 %2, sm_90 hat %L3</translation>
    </message>
    <message>
        <source>compiling it needs more memory than it may use</source>
        <translation>das Übersetzen braucht mehr Speicher, als es darf</translation>
    </message>
    <message>
        <source>forward launches over %L1 kinds of kernels</source>
        <translation>forward startet über %L1 Arten von Kerneln</translation>
    </message>
    <message>
        <source>too many kernels</source>
        <translation>zu viele Kernel</translation>
    </message>
    <message>
        <source>torch finds no usable GPU here: %1</source>
        <translation>torch findet hier keine brauchbare GPU: %1</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU here</source>
        <translation>hier ist keine NVIDIA-GPU</translation>
    </message>
    <message>
        <source>device cuda was asked for, but there is no NVIDIA GPU here</source>
        <translation>das Gerät cuda war verlangt, aber hier ist keine NVIDIA-GPU</translation>
    </message>
    <message>
        <source>unknown device &quot;%1&quot;: expected auto, cpu or cuda[:N]</source>
        <translation>unbekanntes Gerät „%1“: erwartet auto, cpu oder cuda[:N]</translation>
    </message>
    <message>
        <source>device cpu was asked for</source>
        <translation>das Gerät cpu war verlangt</translation>
    </message>
    <message>
        <source>the GPU&apos;s events gave no time</source>
        <translation>die Ereignisse der GPU ergaben keine Zeit</translation>
    </message>
    <message>
        <source>not run: %1</source>
        <translation>nicht ausgeführt: %1</translation>
    </message>
    <message>
        <source>compute-sanitizer did not end</source>
        <translation>compute-sanitizer endete nicht</translation>
    </message>
    <message>
        <source>compute-sanitizer is missing; install the CUDA toolkit, or set NEREID_COMPUTE_SANITIZER</source>
        <translation>compute-sanitizer fehlt; das CUDA-Toolkit installieren oder NEREID_COMPUTE_SANITIZER setzen</translation>
    </message>
    <message>
        <source>the reference has no inputs to judge with</source>
        <translation>die Referenz hat keine Eingaben, an denen zu messen wäre</translation>
    </message>
    <message>
        <source>the reference defines no %1</source>
        <translation>die Referenz definiert kein %1</translation>
    </message>
    <message>
        <source>get_inputs() must return a list</source>
        <translation>get_inputs() muss eine Liste zurückgeben</translation>
    </message>
    <message>
        <source>the reference needs more memory than it may use</source>
        <translation>die Referenz braucht mehr Speicher, als sie darf</translation>
    </message>
    <message>
        <source>the reference took more than %L1 s</source>
        <translation>die Referenz brauchte mehr als %L1 s</translation>
    </message>
    <message>
        <source>the reference needs more than %L1 MB</source>
        <translation>die Referenz braucht mehr als %L1 MB</translation>
    </message>
    <message>
        <source>the reference host keeps dying</source>
        <translation>der Prozess der Referenz stirbt immer wieder</translation>
    </message>
    <message>
        <source>the reference&apos;s process %1</source>
        <translation>der Prozess der Referenz %1</translation>
    </message>
    <message>
        <source>the reference called sys.exit</source>
        <translation>die Referenz rief sys.exit auf</translation>
    </message>
    <message>
        <source>the reference told no steps</source>
        <translation>die Referenz nannte keine Schritte</translation>
    </message>
    <message>
        <source>an output of %1 cannot be judged</source>
        <translation>eine Ausgabe von %1 lässt sich nicht beurteilen</translation>
    </message>
    <message>
        <source>an output of type %1 cannot be judged</source>
        <translation>eine Ausgabe vom Typ %1 lässt sich nicht beurteilen</translation>
    </message>
    <message>
        <source>it took more than %L1 s</source>
        <translation>es dauerte länger als %L1 s</translation>
    </message>
    <message>
        <source>it needs more than %L1 MB</source>
        <translation>es braucht mehr als %L1 MB</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>not measured: %1</source>
        <translation>nicht gemessen: %1</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>Kernel %1</translation>
    </message>
    <message>
        <source>%1: its checkpoints were made with other settings (%2); resume without them, or start a new run with --out</source>
        <translation>%1: seine Speicherpunkte entstanden mit anderen Einstellungen (%2); ohne diese fortsetzen oder mit --out einen neuen Lauf beginnen</translation>
    </message>
    <message>
        <source>%1: all of its tasks are held out; lower tasks.validation_share and tasks.test_share</source>
        <translation>%1: alle Aufgaben darin sind zurückgehalten; tasks.validation_share und tasks.test_share senken</translation>
    </message>
    <message>
        <source>%1: evaluate.every asks for validation, but none of its tasks is held out for it; raise tasks.validation_share, or set evaluate.every to 0</source>
        <translation>%1: evaluate.every verlangt eine Validierung, aber keine der Aufgaben ist dafür zurückgehalten; tasks.validation_share erhöhen oder evaluate.every auf 0 setzen</translation>
    </message>
    <message>
        <source>%1: the adapter in %2 has %3, the settings say %4; set %5=%6, or start from the base model</source>
        <translation>%1: der Adapter in %2 hat %3, die Einstellungen sagen %4; %5=%6 setzen oder vom Basismodell beginnen</translation>
    </message>
    <message>
        <source>%1: the chat template cannot be read: %2. Copy the file again from the model&apos;s origin</source>
        <translation>%1: die Chat-Vorlage ist nicht lesbar: %2. Die Datei noch einmal von der Quelle des Modells kopieren</translation>
    </message>
    <message>
        <source>%1: the chat template refuses a plain question: %2</source>
        <translation>%1: die Chat-Vorlage weist eine einfache Frage zurück: %2</translation>
    </message>
    <message>
        <source>%1 of %2 candidates could not be judged (%3) and count nowhere: %4</source>
        <translation>%1 von %2 Kandidaten konnten nicht beurteilt werden (%3) und zählen nirgends: %4</translation>
    </message>
    <message>
        <source>The completion holds several complete Python blocks; by the strict reading one is the answer.</source>
        <translation>Die Antwort enthält mehrere vollständige Python-Blöcke; streng gelesen ist nur einer die Antwort.</translation>
    </message>
    <message>
        <source>%1 outside of memory, first at %2</source>
        <translation>%1 außerhalb des Speichers, zuerst bei %2</translation>
    </message>
    <message>
        <source>an access to memory in a launch without tensors</source>
        <translation>ein Speicherzugriff in einem Start ohne Tensoren</translation>
    </message>
    <message>
        <source>an address of %1 that is no multiple of %L2 bytes</source>
        <translation>eine Adresse von %1, die kein Vielfaches von %L2 Bytes ist</translation>
    </message>
    <message>
        <source>a descriptor&apos;s address and strides are multiples of 16 bytes, and its last stride is 1</source>
        <translation>Adresse und Schrittweiten eines Deskriptors sind Vielfache von 16 Bytes, und seine letzte Schrittweite ist 1</translation>
    </message>
    <message>
        <source>the assertion &quot;%1&quot; failed</source>
        <translation>die Zusicherung „%1“ ist verletzt</translation>
    </message>
    <message>
        <source>the step of a loop is %1</source>
        <translation>die Schrittweite einer Schleife ist %1</translation>
    </message>
    <message>
        <source>index %L1 of a tensor of %L2 along its axis</source>
        <translation>Index %L1 eines Tensors mit %L2 Elementen entlang seiner Achse</translation>
    </message>
    <message>
        <source>the launch has run %L1 operations</source>
        <translation>der Start hat %L1 Operationen ausgeführt</translation>
    </message>
    <message>
        <source>every program waits for another one</source>
        <translation>jedes Programm wartet auf ein anderes</translation>
    </message>
    <message>
        <source>an atomic operation changes element %L1 of %2, which another program of the launch stores; on a GPU, which comes first is chance</source>
        <translation>eine atomare Operation ändert Element %L1 von %2, das ein anderes Programm des Starts schreibt; auf einer GPU ist es Zufall, was zuerst kommt</translation>
    </message>
    <message>
        <source>several threads of a program store different values into element %L1 of %2; without tl.debug_barrier() in between, which one stays is chance</source>
        <translation>mehrere Threads eines Programms schreiben verschiedene Werte in Element %L1 von %2; ohne tl.debug_barrier() dazwischen ist es Zufall, welcher bleibt</translation>
    </message>
    <message>
        <source>a program stores element %L1 of %2, which another of its threads may still have to load; without tl.debug_barrier() in between, which comes first is chance</source>
        <translation>ein Programm schreibt Element %L1 von %2, das ein anderer seiner Threads vielleicht noch lesen muss; ohne tl.debug_barrier() dazwischen ist es Zufall, was zuerst kommt</translation>
    </message>
    <message>
        <source>a program stores what depends on element %L1 of %2, which it has loaded after storing it in a block of fewer elements than it has threads; without tl.debug_barrier() in between, all threads but the storing ones may have loaded an older value</source>
        <translation>ein Programm schreibt, was von Element %L1 von %2 abhängt, das es gelesen hat, nachdem es in einem Block mit weniger Elementen als Threads geschrieben wurde; ohne tl.debug_barrier() dazwischen können alle Threads außer den schreibenden einen älteren Wert gelesen haben</translation>
    </message>
    <message>
        <source>the kernel machine cannot run this: %1</source>
        <translation>die Kernel-Maschine kann das nicht ausführen: %1</translation>
    </message>
    <message>
        <source>%1 is launched over %L2 programs, too many for the kernel machine</source>
        <translation>%1 wird über %L2 Programme gestartet, zu viele für die Kernel-Maschine</translation>
    </message>
    <message>
        <source>the texts of the kernels take too much memory</source>
        <translation>die Texte der Kernel brauchen zu viel Speicher</translation>
    </message>
    <message>
        <source>none or a number of at least %1</source>
        <translation>none oder eine Zahl ab %1</translation>
    </message>
    <message>
        <source>none where %1 is none (a tolerance needs both)</source>
        <translation>none, wo %1 none ist (eine Toleranz braucht beide)</translation>
    </message>
    <message>
        <source>the device cannot run this: %1</source>
        <translation>das Gerät kann dies nicht ausführen: %1</translation>
    </message>
    <message>
        <source>%L1 elements of inputs and parameters are too many for every variant; others were chosen by the seed</source>
        <translation>%L1 Elemente von Eingaben und Parametern sind zu viele für jede Variante; der Startwert hat andere gewählt</translation>
    </message>
    <message>
        <source>rows of every kind beside each other: %1</source>
        <translation>Zeilen jeder Art nebeneinander: %1</translation>
    </message>
    <message>
        <source>the values of every input keep a promise</source>
        <translation>die Werte jeder Eingabe halten ein Versprechen</translation>
    </message>
    <message>
        <source>a handful of values, most of them equal</source>
        <translation>eine Handvoll Werte, die meisten gleich</translation>
    </message>
    <message>
        <source>no answer is the index of one of several equal values</source>
        <translation>keine Antwort ist der Index eines von mehreren gleichen Werten</translation>
    </message>
    <message>
        <source>inputs of another layout: %1</source>
        <translation>Eingaben, die anders im Speicher liegen: %1</translation>
    </message>
    <message>
        <source>no input is a tensor</source>
        <translation>keine Eingabe ist ein Tensor</translation>
    </message>
    <message>
        <source>no input is a floating tensor of more than one element</source>
        <translation>keine Eingabe ist ein Gleitkommatensor mit mehr als einem Element</translation>
    </message>
    <message>
        <source>%1; inputs %2</source>
        <translation>%1; Eingaben %2</translation>
    </message>
    <message>
        <source>refused with inputs %1: %2</source>
        <translation>mit Eingaben %1 zurückgewiesen: %2</translation>
    </message>
    <message>
        <source>not finished within %L1 s of processor time</source>
        <translation>nicht fertig in %L1 s Prozessorzeit</translation>
    </message>
    <message>
        <source>the inputs before it took all the time that there is</source>
        <translation>die Eingaben davor haben alle Zeit verbraucht</translation>
    </message>
    <message>
        <source>not finished within %L1 s of processor time, and there are no smaller sizes: %2</source>
        <translation>nicht fertig in %L1 s Prozessorzeit, und kleinere Größen gibt es nicht: %2</translation>
    </message>
    <message>
        <source>not finished within %L1 s of processor time, on smaller sizes either</source>
        <translation>nicht fertig in %L1 s Prozessorzeit, auch nicht auf kleineren Größen</translation>
    </message>
    <message>
        <source>kept from running by a busy machine</source>
        <translation>von einer überlasteten Maschine aufgehalten</translation>
    </message>
    <message>
        <source>pause asked for by %1, process %L2</source>
        <translation>Anhalten verlangt von %1, Prozess %L2</translation>
    </message>
    <message>
        <source>resume asked for by %1, process %L2</source>
        <translation>Weitermachen verlangt von %1, Prozess %L2</translation>
    </message>
    <message>
        <source>stop asked for by %1, process %L2</source>
        <translation>Beenden verlangt von %1, Prozess %L2</translation>
    </message>
    <message>
        <source>%1: no process of this machine writes this run; continue it with &quot;nereid train --resume&quot;</source>
        <translation>%1: kein Prozess dieses Rechners schreibt diesen Lauf; mit „nereid train --resume“ fortsetzen</translation>
    </message>
    <message>
        <source>%1: this run belongs to another user, who alone may control it</source>
        <translation>%1: dieser Lauf gehört einem anderen Benutzer, der allein ihn steuern darf</translation>
    </message>
    <message>
        <source>%1: the process that writes this run takes no commands; end it with Ctrl+C, or with kill, where it was started</source>
        <translation>%1: der Prozess, der diesen Lauf schreibt, nimmt keine Befehle an; dort, wo er gestartet wurde, mit Strg+C oder kill beenden</translation>
    </message>
    <message>
        <source>no process there takes commands for this run; it may have ended</source>
        <translation>dort nimmt kein Prozess Befehle für diesen Lauf an; er ist vielleicht zu Ende</translation>
    </message>
    <message>
        <source>this run can be controlled by its own process alone: %1</source>
        <translation>diesen Lauf kann nur sein eigener Prozess steuern: %1</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 gibt es nicht</translation>
    </message>
    <message>
        <source>%1 is not defined</source>
        <translation>%1 ist nicht definiert</translation>
    </message>
    <message>
        <source>the launched kernel is not defined</source>
        <translation>der gestartete Kernel ist nicht definiert</translation>
    </message>
    <message>
        <source>the kernel is called without %1</source>
        <translation>der Kernel wird ohne %1 aufgerufen</translation>
    </message>
    <message>
        <source>%1 is called without %2</source>
        <translation>%1 wird ohne %2 aufgerufen</translation>
    </message>
    <message>
        <source>%1 has no attribute %2</source>
        <translation>%1 hat kein Attribut %2</translation>
    </message>
    <message>
        <source>%1 outside of memory</source>
        <translation>%1 außerhalb des Speichers</translation>
    </message>
    <message>
        <source>NaN where a number is expected: %1</source>
        <translation>NaN statt einer Zahl: %1</translation>
    </message>
    <message>
        <source>NaN where infinity is expected: %1</source>
        <translation>NaN statt unendlich: %1</translation>
    </message>
    <message>
        <source>a value where NaN is expected: %1</source>
        <translation>ein Wert, wo NaN erwartet wird: %1</translation>
    </message>
    <message>
        <source>infinity where a number is expected: %1</source>
        <translation>unendlich statt einer Zahl: %1</translation>
    </message>
    <message>
        <source>infinity of the wrong sign: %1</source>
        <translation>unendlich mit falschem Vorzeichen: %1</translation>
    </message>
    <message>
        <source>a number where infinity is expected: %1</source>
        <translation>eine Zahl statt unendlich: %1</translation>
    </message>
    <message>
        <source>cut off at the length limit</source>
        <translation>an der Längengrenze abgeschnitten</translation>
    </message>
    <message>
        <source>a program loads %1, which another program of the launch stores</source>
        <translation>ein Programm lädt %1, das ein anderes Programm des Starts schreibt</translation>
    </message>
    <message>
        <source>a program loads %1, which another of its threads has stored</source>
        <translation>ein Programm lädt %1, das ein anderer seiner Threads geschrieben hat</translation>
    </message>
    <message>
        <source>several programs store different values into %1</source>
        <translation>mehrere Programme schreiben verschiedene Werte in %1</translation>
    </message>
    <message>
        <source>several threads of a program store different values into %1</source>
        <translation>mehrere Threads eines Programms schreiben verschiedene Werte in %1</translation>
    </message>
    <message>
        <source>an atomic operation changes %1, which another program of the launch stores</source>
        <translation>eine atomare Operation ändert %1, das ein anderes Programm des Starts schreibt</translation>
    </message>
    <message>
        <source>a program stores %1, which another of its threads may still have to load</source>
        <translation>ein Programm schreibt %1, das ein anderer seiner Threads vielleicht noch laden muss</translation>
    </message>
    <message>
        <source>the host passes addresses of tensors in a tensor; what a kernel reaches by them nobody would see on a GPU</source>
        <translation>der Host übergibt Adressen von Tensoren in einem Tensor; was ein Kernel darüber erreicht, sähe auf einer GPU niemand</translation>
    </message>
    <message>
        <source>waits without working</source>
        <translation>wartet, ohne zu arbeiten</translation>
    </message>
    <message>
        <source>stopping after step %L1 at the latest, with a checkpoint</source>
        <translation>hält spätestens nach Schritt %L1 an, mit einem Speicherpunkt</translation>
    </message>
    <message>
        <source>the rollout of step %L1 was given up</source>
        <translation>der Rollout von Schritt %L1 wurde aufgegeben</translation>
    </message>
    <message>
        <source>the inputs of %1, one element</source>
        <translation>die Eingaben von %1, ein Element</translation>
    </message>
    <message>
        <source>the inputs of %1, few elements</source>
        <translation>die Eingaben von %1, wenige Elemente</translation>
    </message>
    <message>
        <source>the inputs of %1, one element of input %2</source>
        <translation>die Eingaben von %1, ein Element von Eingabe %2</translation>
    </message>
    <message>
        <source>the inputs of %1, few elements of input %2</source>
        <translation>die Eingaben von %1, wenige Elemente von Eingabe %2</translation>
    </message>
    <message>
        <source>the inputs of %1, two elements of input %2 swapped</source>
        <translation>die Eingaben von %1, zwei Elemente von Eingabe %2 vertauscht</translation>
    </message>
    <message>
        <source>the inputs of %1, input %2 of the other sign</source>
        <translation>die Eingaben von %1, Eingabe %2 mit umgekehrtem Vorzeichen</translation>
    </message>
    <message>
        <source>the inputs are large: one such change tells enough</source>
        <translation>die Eingaben sind groß: eine solche Änderung sagt genug</translation>
    </message>
    <message>
        <source>the reference writes one element several times there, and which value stays is chance</source>
        <translation>die Referenz schreibt dort ein Element mehrmals, und welcher Wert bleibt, ist Zufall</translation>
    </message>
    <message>
        <source>a model that has not been called before is right: forward keeps something of another call</source>
        <translation>ein Modell, das noch nicht aufgerufen wurde, ist richtig: forward behält etwas von einem anderen Aufruf</translation>
    </message>
    <message>
        <source>eval mode with gradients: running statistics, nothing dropped, no other branch</source>
        <translation>Modus eval mit Gradienten: laufende Statistiken, nichts ausgelassen, kein anderer Zweig</translation>
    </message>
    <message>
        <source>own sizes scaled: %1</source>
        <translation>eigene Größen geändert: %1</translation>
    </message>
    <message>
        <source>the candidate refuses no other sizes</source>
        <translation>der Kandidat weist keine anderen Größen zurück</translation>
    </message>
    <message>
        <source>the largest size halved and doubled are refused</source>
        <translation>die größte Größe halbiert und verdoppelt wird zurückgewiesen</translation>
    </message>
    <message>
        <source>the reference accepts none of its own sizes halved, doubled or uneven that is still cheap</source>
        <translation>Die Referenz nimmt keine ihrer eigenen Größen halbiert, verdoppelt oder ungerade an, die noch billig ist</translation>
    </message>
    <message>
        <source>input %1 all zero, compared coarsely</source>
        <translation>Eingang %1 ganz null, grob verglichen</translation>
    </message>
    <message>
        <source>rows of one number each, far from zero, compared coarsely</source>
        <translation>Zeilen aus je einer Zahl, weit von null, grob verglichen</translation>
    </message>
    <message>
        <source>no input is floating point and free to have equal rows</source>
        <translation>kein Eingang ist Gleitkomma und darf gleiche Zeilen haben</translation>
    </message>
    <message>
        <source>the task&apos;s own answers are not finite</source>
        <translation>die eigenen Antworten der Aufgabe sind nicht endlich</translation>
    </message>
    <message>
        <source>an answer is no floating number</source>
        <translation>eine Antwort ist keine Gleitkommazahl</translation>
    </message>
    <message>
        <source>a rejected candidate is not asked for it</source>
        <translation>wird von einem abgelehnten Kandidaten nicht verlangt</translation>
    </message>
    <message>
        <source>sizes of one or none grown: %1</source>
        <translation>Größen von eins oder null vergrößert: %1</translation>
    </message>
    <message>
        <source>no size is one or none</source>
        <translation>keine Größe ist eins oder null</translation>
    </message>
    <message>
        <source>the reference accepts no more than one, or reads no more</source>
        <translation>die Referenz nimmt nicht mehr als eins an oder liest nicht mehr</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which it has stored shortly before in the same loop; the compiler pipelines that loop, so that its loads come before stores of earlier iterations</source>
        <translation>ein Programm lädt Element %L1 von %2, das es kurz zuvor in derselben Schleife geschrieben hat; der Compiler überlappt deren Durchläufe (Software-Pipeline), sodass sie lädt, bevor frühere Durchläufe geschrieben haben</translation>
    </message>
    <message>
        <source>lists of %1: %2</source>
        <translation>Listen mit %1: %2</translation>
    </message>
    <message>
        <source>the reference takes no lists of another length, or they change nothing</source>
        <translation>die Referenz nimmt keine Listen anderer Länge an, oder sie ändern nichts</translation>
    </message>
    <message>
        <source>forward returned %1, where %2 is expected</source>
        <translation>forward gab %1 zurück, erwartet wird %2</translation>
    </message>
    <message>
        <source>the candidate&apos;s model is no torch.nn.Module, the reference&apos;s is one</source>
        <translation>das Modell des Kandidaten ist kein torch.nn.Module, das der Referenz ist eines</translation>
    </message>
    <message>
        <source>output %1 is computed by torch or the host, and no kernel stores any of it; the kernels must do all the compute</source>
        <translation>Ausgabe %1 berechnet torch oder der Host, und kein Kernel schreibt etwas davon; alles Rechnen ist Sache der Kernel</translation>
    </message>
    <message>
        <source>torch fills elements of output %1 that kernels have stored; the kernels must do all the compute</source>
        <translation>torch überschreibt Elemente von Ausgabe %1, die Kernel geschrieben haben; alles Rechnen ist Sache der Kernel</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which the launch has stored, one of both by a tensor descriptor and the other one by pointers; nothing orders these two ways into memory before the launch ends</source>
        <translation>ein Programm lädt Element %L1 von %2, das der Start geschrieben hat, eines von beiden über einen Tensor-Deskriptor und das andere über Zeiger; nichts ordnet diese zwei Wege in den Speicher, bevor der Start endet</translation>
    </message>
    <message>
        <source>floating values of %1 as %2</source>
        <translation>Gleitkommawerte von %1 als %2</translation>
    </message>
    <message>
        <source>floating inputs are of several dtypes</source>
        <translation>Gleitkomma-Eingaben haben mehrere Typen</translation>
    </message>
    <message>
        <source>a task in %1 has no third dtype</source>
        <translation>eine Aufgabe in %1 hat keinen dritten Typ</translation>
    </message>
    <message>
        <source>whole numbers of the other width: %1</source>
        <translation>ganze Zahlen der anderen Breite: %1</translation>
    </message>
    <message>
        <source>no input is of whole numbers of 32 or 64 bits</source>
        <translation>keine Eingabe besteht aus ganzen Zahlen von 32 oder 64 Bit</translation>
    </message>
    <message>
        <source>the reference takes whole numbers of this width alone</source>
        <translation>die Referenz nimmt ganze Zahlen nur in dieser Breite</translation>
    </message>
    <message>
        <source>another way of the reference: %1</source>
        <translation>ein anderer Weg der Referenz: %1</translation>
    </message>
    <message>
        <source>the reference compares no numbers in Python</source>
        <translation>die Referenz vergleicht in Python keine Zahlen</translation>
    </message>
    <message>
        <source>other inputs have had both outcomes of what the reference compares in Python</source>
        <translation>andere Eingaben hatten beide Ergebnisse dessen, was die Referenz in Python vergleicht</translation>
    </message>
    <message>
        <source>no other sizes, numbers and values were found with which the reference goes another way</source>
        <translation>keine anderen Größen, Zahlen und Werte gefunden, mit denen die Referenz einen anderen Weg geht</translation>
    </message>
    <message>
        <source>values far below limits, those of the task times %1</source>
        <translation>Werte weit unter Grenzen, die der Aufgabe mal %1</translation>
    </message>
    <message>
        <source>calls after the first change their inputs</source>
        <translation>Aufrufe nach dem ersten ändern ihre Eingaben</translation>
    </message>
    <message>
        <source>sizes that are all the same: %1</source>
        <translation>lauter gleiche Größen: %1</translation>
    </message>
    <message>
        <source>the reference takes no sizes that are all the same</source>
        <translation>die Referenz nimmt keine lauter gleichen Größen</translation>
    </message>
    <message>
        <source>the reference has no weights</source>
        <translation>die Referenz hat keine Gewichte</translation>
    </message>
    <message>
        <source>the seed draws no weights that are learnt</source>
        <translation>der Startwert zieht keine gelernten Gewichte</translation>
    </message>
    <message>
        <source>weights that are no longer what they were at their start: %1</source>
        <translation>Gewichte, die nicht mehr sind, was sie am Anfang waren: %1</translation>
    </message>
    <message>
        <source>inputs that do not fit each other: the reference cuts off what they say there is</source>
        <translation>Eingaben, die nicht zueinander passen: Die Referenz schneidet ab, was es nach ihnen gibt</translation>
    </message>
    <message>
        <source>which of several equal values PyTorch takes decides the answer</source>
        <translation>von mehreren gleichen Werten entscheidet der, den PyTorch nimmt, über die Antwort</translation>
    </message>
    <message>
        <source>the reference needs real values</source>
        <translation>die Referenz braucht wirkliche Werte</translation>
    </message>
    <message>
        <source>a constructor would make too many weights</source>
        <translation>ein Konstruktor würde zu viele Gewichte anlegen</translation>
    </message>
    <message>
        <source>integers of both signs, to the ends of their dtype</source>
        <translation>ganze Zahlen beider Vorzeichen bis an die Enden ihres Datentyps</translation>
    </message>
    <message>
        <source>own sizes, %1</source>
        <translation>eigene Größen, %1</translation>
    </message>
    <message>
        <source>output %1 is memory of an argument, not a tensor of its own</source>
        <translation>Ausgabe %1 ist Speicher eines Arguments, kein eigener Tensor</translation>
    </message>
    <message>
        <source>%1, integers to the ends of their dtype</source>
        <translation>%1, ganze Zahlen bis an die Enden ihres Datentyps</translation>
    </message>
    <message>
        <source>%1, integers large</source>
        <translation>%1, ganze Zahlen groß</translation>
    </message>
    <message>
        <source>the candidate packs its weights, or nobody has seen that it does not</source>
        <translation>der Kandidat packt seine Gewichte, oder niemand hat gesehen, dass er es nicht tut</translation>
    </message>
    <message>
        <source>the answer comes near the largest number of its dtype</source>
        <translation>die Antwort kommt der größten Zahl ihres Datentyps nahe</translation>
    </message>
    <message>
        <source>a kernel that no compiler takes: %1</source>
        <translation>ein Kernel, den kein Compiler nimmt: %1</translation>
    </message>
    <message>
        <source>no size that is cheap reaches the limit</source>
        <translation>keine Größe, die wenig kostet, erreicht die Grenze</translation>
    </message>
    <message>
        <source>sizes beyond what the reference compares places with: %1</source>
        <translation>Größen über das hinaus, womit die Referenz Stellen vergleicht: %1</translation>
    </message>
    <message>
        <source>kernels store, load or multiply no more than %1% of what they do at smaller sizes, in proportion</source>
        <translation>Kernel speichern, laden oder multiplizieren, anteilig, höchstens %1 % dessen, was sie bei kleineren Größen tun</translation>
    </message>
    <message>
        <source>no kernel has a block of that length</source>
        <translation>kein Kernel hat einen Block dieser Länge</translation>
    </message>
    <message>
        <source>several things at once: %1</source>
        <translation>mehreres zugleich: %1</translation>
    </message>
    <message>
        <source>nothing but sizes can be another one</source>
        <translation>nichts als die Größen kann anders sein</translation>
    </message>
    <message>
        <source>the answer is next to nothing there, beside what adds up to it</source>
        <translation>die Antwort ist dort fast nichts, gemessen an dem, was sie ergibt</translation>
    </message>
    <message>
        <source>far sizes, %1</source>
        <translation>weit größere Größen, %1</translation>
    </message>
    <message>
        <source>values beside what the kernels compare with</source>
        <translation>Werte neben dem, womit die Kernel vergleichen</translation>
    </message>
    <message>
        <source>values times %1, beyond what the kernels compare with</source>
        <translation>Werte mal %1, jenseits dessen, womit die Kernel vergleichen</translation>
    </message>
    <message>
        <source>no input is free to reach what the kernels compare with</source>
        <translation>keine Eingabe kann erreichen, womit die Kernel vergleichen</translation>
    </message>
    <message>
        <source>the kernels compare with no number that was not reached</source>
        <translation>die Kernel vergleichen mit keiner Zahl, die nicht erreicht wurde</translation>
    </message>
    <message>
        <source>values near an end of their range, most of the whole numbers the same</source>
        <translation>Werte nahe einem Ende ihres Bereichs, die meisten ganzen Zahlen gleich</translation>
    </message>
    <message>
        <source>most of the whole numbers the same</source>
        <translation>die meisten ganzen Zahlen gleich</translation>
    </message>
    <message>
        <source>values near an end of their range, inputs near each other</source>
        <translation>Werte nahe einem Ende ihres Bereichs, Eingaben nahe beieinander</translation>
    </message>
    <message>
        <source>inputs of which a sum is little</source>
        <translation>Eingaben, deren Summe klein ist</translation>
    </message>
    <message>
        <source>the handle of an earlier launch is for %1 now; launched by its name the kernel would be compiled anew</source>
        <translation>das Handle eines früheren Starts gilt jetzt für %1; beim Start über seinen Namen würde der Kernel neu kompiliert</translation>
    </message>
    <message>
        <source>the kernel is given %1 twice</source>
        <translation>der Kernel erhält %1 zweimal</translation>
    </message>
    <message>
        <source>a kernel cannot define a function; write it outside, with @triton.jit</source>
        <translation>ein Kernel kann keine Funktion definieren; sie gehört nach außen, mit @triton.jit</translation>
    </message>
    <message>
        <source>a block cannot be indexed by element, only by None and `:`</source>
        <translation>ein Block kann nicht elementweise indiziert werden, nur mit None und `:`</translation>
    </message>
    <message>
        <source>Triton&apos;s compiler ends with %1, without a word</source>
        <translation>Tritons Compiler endet mit %1, ohne ein Wort</translation>
    </message>
    <message>
        <source>the configurations of an autotuner must be triton.Config, got %1</source>
        <translation>die Konfigurationen eines Autotuners müssen triton.Config sein, nicht %1</translation>
    </message>
    <message>
        <source>%1 of kernel %2 is chosen by the autotuner and given by the launch, too; leave it out of one of them</source>
        <translation>%1 von Kernel %2 wählt der Autotuner, und der Start gibt es ebenfalls an; an einer der beiden Stellen weglassen</translation>
    </message>
    <message>
        <source>get_inputs() must return a list, got %1</source>
        <translation>get_inputs() muss eine Liste zurückgeben, kein %1</translation>
    </message>
    <message>
        <source>get_init_inputs() returns None; it must return a list, empty where the constructor takes nothing</source>
        <translation>get_init_inputs() gibt None zurück; es muss eine Liste sein, leer, wo der Konstruktor nichts erhält</translation>
    </message>
    <message>
        <source>forward of the reference: %1</source>
        <translation>forward der Referenz: %1</translation>
    </message>
    <message>
        <source>forward of the reference returns None; is its return missing?</source>
        <translation>forward der Referenz gibt None zurück; fehlt das return?</translation>
    </message>
    <message>
        <source>forward of the reference returns no tensor, but %1</source>
        <translation>forward der Referenz gibt keinen Tensor zurück, sondern %1</translation>
    </message>
    <message>
        <source>an atomic operation of scope cta changes element %L1 of %2, which another program of the launch changes; such operations exclude those of their own program alone</source>
        <translation>eine atomare Operation mit scope cta ändert Element %L1 von %2, das ein anderes Programm des Starts ändert; solche Operationen schließen nur die des eigenen Programms aus</translation>
    </message>
    <message>
        <source>the only element, error %L1 against a bound of %L2</source>
        <translation>das einzige Element, Fehler %L1 bei einer Schranke von %L2</translation>
    </message>
    <message>
        <source>the only element differs in being NaN or infinite: %L1 where %L2 is expected</source>
        <translation>das einzige Element ist anders NaN oder unendlich: %L1, erwartet %L2</translation>
    </message>
    <message>
        <source>the only element: %L1 where %L2 is expected</source>
        <translation>das einzige Element: %L1, erwartet %L2</translation>
    </message>
    <message>
        <source>something is kept of the first call of a process, which had %1</source>
        <translation>vom ersten Aufruf eines Prozesses, der %1 hatte, wird etwas behalten</translation>
    </message>
    <message>
        <source>another model was made and called before, and something of that is kept</source>
        <translation>zuvor wurde ein anderes Modell erzeugt und aufgerufen, und etwas davon wird behalten</translation>
    </message>
    <message>
        <source>another model was made and called in between, and something of that is kept</source>
        <translation>dazwischen wurde ein anderes Modell erzeugt und aufgerufen, und etwas davon wird behalten</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements, first at [%3]: cut off, not rounded</source>
        <translation>%L1 von %L2 Elementen, zuerst bei [%3]: abgeschnitten, nicht gerundet</translation>
    </message>
    <message>
        <source>forward is given no list of tensors or numbers</source>
        <translation>forward bekommt keine Liste von Tensoren oder Zahlen</translation>
    </message>
    <message>
        <source>forward is given no list of tensors that may be of other sizes</source>
        <translation>forward bekommt keine Liste von Tensoren, die andere Größen haben dürfen</translation>
    </message>
    <message>
        <source>a list of tensors with sizes of their own along axis %1</source>
        <translation>eine Liste von Tensoren mit je eigenen Größen entlang Achse %1</translation>
    </message>
    <message>
        <source>forward is given no number that may be infinite</source>
        <translation>forward bekommt keine Zahl, die unendlich sein darf</translation>
    </message>
    <message>
        <source>an infinite number: %1</source>
        <translation>eine unendliche Zahl: %1</translation>
    </message>
    <message>
        <source>forward is given nothing that may be left out</source>
        <translation>forward bekommt nichts, was fehlen darf</translation>
    </message>
    <message>
        <source>argument %1 left out</source>
        <translation>Argument %1 weggelassen</translation>
    </message>
    <message>
        <source>some parts are empty</source>
        <translation>einige Teile sind leer</translation>
    </message>
    <message>
        <source>no whole numbers say how long parts are</source>
        <translation>keine ganzen Zahlen sagen, wie lang Teile sind</translation>
    </message>
    <message>
        <source>no input keeps a promise that is known</source>
        <translation>keine Eingabe hält ein bekanntes Versprechen</translation>
    </message>
    <message>
        <source>without what all values of the task have in common: %1</source>
        <translation>ohne das, was alle Werte der Aufgabe gemeinsam haben: %1</translation>
    </message>
    <message>
        <source>a size of none: %1 -&gt; 0</source>
        <translation>eine Größe von null: %1 -&gt; 0</translation>
    </message>
    <message>
        <source>the reference takes no size of none</source>
        <translation>die Referenz nimmt keine Größe von null an</translation>
    </message>
    <message>
        <source>get_inputs has another number: %1 -&gt; %2</source>
        <translation>get_inputs hat eine andere Zahl: %1 -&gt; %2</translation>
    </message>
    <message>
        <source>get_inputs has no further number that may be larger</source>
        <translation>get_inputs hat keine weitere Zahl, die größer sein darf</translation>
    </message>
    <message>
        <source>whole blocks of %1 along all axes, of each another number: %2</source>
        <translation>ganze Blöcke von %1 entlang aller Achsen, von jedem eine andere Anzahl: %2</translation>
    </message>
    <message>
        <source>the reference accepts no whole blocks along all axes that are still cheap</source>
        <translation>die Referenz nimmt keine ganzen Blöcke entlang aller Achsen an, die noch billig sind</translation>
    </message>
    <message>
        <source>the candidate has no kernels of another kind for larger sizes</source>
        <translation>der Kandidat hat für größere Größen keine Kernel anderer Art</translation>
    </message>
    <message>
        <source>no sizes that the reference lets change</source>
        <translation>keine Größen, die die Referenz ändern lässt</translation>
    </message>
    <message>
        <source>forward is given no mixture of true and false</source>
        <translation>forward bekommt keine Mischung aus wahr und falsch</translation>
    </message>
    <message>
        <source>the constructor is given %1 in place of %2</source>
        <translation>der Konstruktor bekommt %1 statt %2</translation>
    </message>
    <message>
        <source>the constructor is given nothing that may be another one</source>
        <translation>der Konstruktor bekommt nichts, was anders sein darf</translation>
    </message>
    <message>
        <source>whole numbers of the answer come of what is no number on the way</source>
        <translation>ganze Zahlen der Antwort kommen aus etwas, das unterwegs keine Zahl ist</translation>
    </message>
    <message>
        <source>whole numbers that the reference makes no use of have to do with what would be another one</source>
        <translation>ganze Zahlen, die die Referenz nicht benutzt, haben mit dem zu tun, was ein anderes wäre</translation>
    </message>
    <message>
        <source>the constructor is given no two numbers, flags or texts that may be other ones</source>
        <translation>der Konstruktor bekommt keine zwei Zahlen, Schalter oder Texte, die andere sein dürfen</translation>
    </message>
    <message>
        <source>the candidate takes no notice of what its constructor is given</source>
        <translation>der Kandidat beachtet nicht, was sein Konstruktor bekommt</translation>
    </message>
    <message>
        <source>weights have other sizes then</source>
        <translation>Gewichte haben dann andere Größen</translation>
    </message>
    <message>
        <source>the reference adds no small number</source>
        <translation>die Referenz addiert keine kleine Zahl</translation>
    </message>
    <message>
        <source>lines about as small as %1, their roots and squares</source>
        <translation>Zeilen etwa so klein wie %1, deren Wurzeln und Quadrate</translation>
    </message>
    <message>
        <source>no input may hold other floating values</source>
        <translation>keine Eingabe darf andere Gleitkommawerte haben</translation>
    </message>
    <message>
        <source>no output alone has kept an input from being judged</source>
        <translation>keine Ausgabe allein hat eine Eingabe vom Urteil abgehalten</translation>
    </message>
    <message>
        <source>the reference takes no size one more than whole blocks, or that costs too much</source>
        <translation>die Referenz nimmt keine Größe, die um eins über ganzen Blöcken liegt, oder das kostet zu viel</translation>
    </message>
    <message>
        <source>one more than whole blocks: %1</source>
        <translation>eins mehr als ganze Blöcke: %1</translation>
    </message>
    <message>
        <source>the input that it follows is none</source>
        <translation>die Eingabe, der sie folgt, gibt es nicht</translation>
    </message>
    <message>
        <source>other values behind %1</source>
        <translation>andere Werte hinter der Eingabe %1</translation>
    </message>
    <message>
        <source>it costs too much, or a part is taken that is larger than the whole</source>
        <translation>es kostet zu viel, oder ein Teil wird genommen, der größer als das Ganze ist</translation>
    </message>
    <message>
        <source>the candidate goes no way of its own for other arguments</source>
        <translation>der Kandidat geht bei anderen Argumenten keinen eigenen Weg</translation>
    </message>
    <message>
        <source>lists are longer or shorter there</source>
        <translation>Listen sind dort länger oder kürzer</translation>
    </message>
    <message>
        <source>the reference takes no size beyond such blocks, or that costs too much</source>
        <translation>die Referenz nimmt keine Größe jenseits solcher Blöcke, oder das kostet zu viel</translation>
    </message>
    <message>
        <source>a size beyond blocks of %1: %2</source>
        <translation>eine Größe jenseits von Blöcken von %1: %2</translation>
    </message>
    <message>
        <source>forward is given %1 in place of %2</source>
        <translation>forward bekommt %1 anstelle von %2</translation>
    </message>
    <message>
        <source>the constructor is given %1 in place of %2, which makes other weights</source>
        <translation>der Konstruktor bekommt %1 anstelle von %2, was andere Gewichte ergibt</translation>
    </message>
    <message>
        <source>the constructor is given nothing that has a say beside another argument alone</source>
        <translation>der Konstruktor bekommt nichts, das erst neben einem anderen Argument etwas bewirkt</translation>
    </message>
    <message>
        <source>forward is given nothing that has a say beside another argument alone</source>
        <translation>forward bekommt nichts, das erst neben einem anderen Argument etwas bewirkt</translation>
    </message>
    <message>
        <source>the constructor is given nothing that changes what weights there are</source>
        <translation>der Konstruktor bekommt nichts, das ändert, welche Gewichte es gibt</translation>
    </message>
    <message>
        <source>the task&apos;s own sizes are dear, or there are no others</source>
        <translation>die eigenen Größen der Aufgabe sind teuer, oder es gibt keine anderen</translation>
    </message>
    <message>
        <source>a tensor that is given in place of nothing has the task&apos;s own sizes</source>
        <translation>ein Tensor, der anstelle von nichts gegeben wird, hat die eigenen Größen der Aufgabe</translation>
    </message>
    <message>
        <source>the reference accepts no whole blocks beside uneven sizes that are still cheap</source>
        <translation>die Referenz nimmt keine ganzen Blöcke neben ungeraden Größen, die noch billig sind</translation>
    </message>
    <message>
        <source>one size whole blocks of %1, the others uneven: %2</source>
        <translation>eine Größe ganze Blöcke von %1, die anderen ungerade: %2</translation>
    </message>
    <message>
        <source>a long size: %1, numbers of one sign</source>
        <translation>eine lange Größe: %1, Zahlen eines Vorzeichens</translation>
    </message>
</context>
<context>
    <name>EpisodeFilter</name>
    <message>
        <source>name or id of the task</source>
        <translation>Name oder Kennung der Aufgabe</translation>
    </message>
    <message>
        <source>why it was rejected</source>
        <translation>warum abgelehnt</translation>
    </message>
    <message>
        <source>furthest stage passed</source>
        <translation>weiteste bestandene Stufe</translation>
    </message>
    <message>
        <source>stage that rejected it</source>
        <translation>Stufe, die ablehnte</translation>
    </message>
    <message>
        <source>its state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>flag of the verdict</source>
        <translation>Vermerk des Urteils</translation>
    </message>
    <message>
        <source>level of the task</source>
        <translation>Level der Aufgabe</translation>
    </message>
    <message>
        <source>step, &gt;60 or 10..20</source>
        <translation>Schritt, &gt;60 oder 10..20</translation>
    </message>
    <message>
        <source>reward, &gt;=0.5</source>
        <translation>Belohnung, &gt;=0.5</translation>
    </message>
    <message>
        <source>advantage in its group, &gt;0</source>
        <translation>Vorteil in der Gruppe, &gt;0</translation>
    </message>
    <message>
        <source>length of the completion</source>
        <translation>Länge der Antwort</translation>
    </message>
    <message>
        <source>milliseconds to judge it</source>
        <translation>Millisekunden bis zum Urteil</translation>
    </message>
    <message>
        <source>prompt within the step, from 0</source>
        <translation>Prompt im Schritt, ab 0</translation>
    </message>
    <message>
        <source>completion within the group, from 0</source>
        <translation>Antwort in der Gruppe, ab 0</translation>
    </message>
    <message>
        <source>has a bookmark</source>
        <translation>hat ein Lesezeichen</translation>
    </message>
    <message>
        <source>text of its note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a stage: none, static, compile, tiny, full or timing</source>
        <translation>„%1“ ist keine Stufe: none, static, compile, tiny, full oder timing</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither yes nor no</source>
        <translation>„%1“ ist weder yes noch no</translation>
    </message>
    <message>
        <source>there is no key &quot;%1&quot;; did you mean %2?</source>
        <translation>den Schlüssel „%1“ gibt es nicht; war %2 gemeint?</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number, a comparison (&gt;60) or a range (10..20)</source>
        <translation>„%1“ ist keine Zahl, kein Vergleich (&gt;60) und kein Bereich (10..20)</translation>
    </message>
    <message>
        <source>&quot;is:%1&quot; is not known: is:accepted, is:rejected, is:bookmarked or is:shortcut</source>
        <translation>„is:%1“ ist nicht bekannt: is:accepted, is:rejected, is:bookmarked oder is:shortcut</translation>
    </message>
    <message>
        <source>phase of the run; train without phases, evaluate</source>
        <translation>Phase des Laufs; train ohne Phasen, evaluate</translation>
    </message>
    <message>
        <source>which of the answers that follow one another, from 1</source>
        <translation>welche der Antworten, die aufeinander folgen, ab 1</translation>
    </message>
</context>
<context>
    <name>ExampleRuns</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln Schritt</numerusform>
            <numerusform>%Ln Schritte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln episodes</source>
        <translation>
            <numerusform>%Ln Episode</numerusform>
            <numerusform>%Ln Episoden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln evaluations</source>
        <translation>
            <numerusform>%Ln Auswertung</numerusform>
            <numerusform>%Ln Auswertungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Beyond TritonRL: SFT, then best-of-N</source>
        <translation>Beyond TritonRL: SFT, dann Best-of-N</translation>
    </message>
    <message>
        <source>Two phases in one run: imitation first, then the best answers to each task teach the next step.</source>
        <translation>Zwei Phasen in einem Lauf: erst Nachahmung, dann lehren die besten Antworten auf jede Aufgabe den nächsten Schritt.</translation>
    </message>
    <message>
        <source>Pocket model, GRPO</source>
        <translation>Kleines Modell, GRPO</translation>
    </message>
    <message>
        <source>The built-in model learns for 38 steps: curves, funnel, rejected kernels and their evidence.</source>
        <translation>Das eingebaute Modell lernt 38 Schritte lang: Kurven, Trichter, abgelehnte Kernel und die Belege dazu.</translation>
    </message>
    <message>
        <source>TritonRL: plan and code paid apart</source>
        <translation>TritonRL: Plan und Code getrennt belohnt</translation>
    </message>
    <message>
        <source>Answers begin with a plan: replay shows reward and advantage of plan and code.</source>
        <translation>Antworten beginnen mit einem Plan: Die Wiedergabe zeigt Belohnung und Vorteil von Plan und Code.</translation>
    </message>
    <message>
        <source>Two agents: frontend, then mid-end</source>
        <translation>Zwei Agenten: Frontend, dann Mid-End</translation>
    </message>
    <message>
        <source>One agent writes a right kernel, the next one makes it faster, by modelled speed.</source>
        <translation>Ein Agent schreibt einen richtigen Kernel, der nächste macht ihn schneller, nach modellierter Geschwindigkeit.</translation>
    </message>
</context>
<context>
    <name>ExportNews</name>
    <message>
        <source>Written to %1.</source>
        <translation>Nach %1 geschrieben.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Ausgabe</translation>
    </message>
</context>
<context>
    <name>FilterCompletion</name>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>0 ms</source>
        <translation>0 ms</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>static</source>
        <translation>static</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>compile</translation>
    </message>
    <message>
        <source>tiny</source>
        <translation>tiny</translation>
    </message>
    <message>
        <source>full</source>
        <translation>full</translation>
    </message>
    <message>
        <source>timing</source>
        <translation>timing</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>entfällt</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>hält an</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird beendet</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
</context>
<context>
    <name>Funnel</name>
    <message>
        <source>&lt; %1 %</source>
        <translation>&lt; %1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund angegeben</translation>
    </message>
    <message>
        <source>Accepted after %1</source>
        <translation>Angenommen nach %1</translation>
    </message>
    <message>
        <source>Rejected at %1: %2</source>
        <translation>Abgelehnt bei %1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 candidates, %3; %4 of the %5 that reached this stage</source>
        <translation>%1 von %2 Kandidaten, %3; %4 der %5, die diese Stufe erreichten</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>%1: %2 candidates, %3 accepted</source>
        <translation>%1: %2 Kandidaten, %3 angenommen</translation>
    </message>
    <message>
        <source>passed nothing</source>
        <translation>nichts bestanden</translation>
    </message>
    <message>
        <source>passed %1, no further</source>
        <translation>%1 bestanden, nicht weiter</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>gleichbleibend</translation>
    </message>
    <message>
        <source>rising since step %1</source>
        <translation>steigt seit Schritt %1</translation>
    </message>
    <message>
        <source>falling since step %1</source>
        <translation>fällt seit Schritt %1</translation>
    </message>
    <message>
        <source>new since step %1</source>
        <translation>neu seit Schritt %1</translation>
    </message>
    <message>
        <source>gone since step %1</source>
        <translation>verschwunden seit Schritt %1</translation>
    </message>
</context>
<context>
    <name>LevelView</name>
    <message>
        <source>Triton&apos;s own form, before the GPU is known</source>
        <translation>Tritons eigene Form, bevor die GPU bekannt ist</translation>
    </message>
    <message>
        <source>Triton&apos;s form with layouts over threads and warps</source>
        <translation>Tritons Form mit Verteilung auf Threads und Warps</translation>
    </message>
    <message>
        <source>LLVM&apos;s form, one thread</source>
        <translation>LLVMs Form, ein Thread</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s portable assembly</source>
        <translation>NVIDIAs portabler Assembler</translation>
    </message>
    <message>
        <source>Machine code of sm_90, disassembled</source>
        <translation>Maschinencode für sm_90, zurückübersetzt</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>| menu | command | keys | effect |</source>
        <translation>| Menü | Befehl | Tasten | Wirkung |</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1 gehen</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>Reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>Mean reward over the completions of the step.</source>
        <translation>Mittlere Belohnung über die Antworten des Schritts.</translation>
    </message>
    <message>
        <source>Reward, standard deviation</source>
        <translation>Belohnung, Standardabweichung</translation>
    </message>
    <message>
        <source>Standard deviation of the reward, mean over groups.</source>
        <translation>Standardabweichung der Belohnung, Mittel über Gruppen.</translation>
    </message>
    <message>
        <source>Groups of equal reward</source>
        <translation>Gruppen gleicher Belohnung</translation>
    </message>
    <message>
        <source>Share of groups whose rewards are all equal: they give no gradient.</source>
        <translation>Anteil der Gruppen mit lauter gleichen Belohnungen: Sie geben keinen Gradienten.</translation>
    </message>
    <message>
        <source>Pass rate</source>
        <translation>Erfolgsquote</translation>
    </message>
    <message>
        <source>Share of accepted candidates in the step, all levels.</source>
        <translation>Anteil angenommener Kandidaten im Schritt, alle Level.</translation>
    </message>
    <message>
        <source>Pass rate, level 1</source>
        <translation>Erfolgsquote, Level 1</translation>
    </message>
    <message>
        <source>Share of accepted candidates among those of level 1 in the step.</source>
        <translation>Anteil angenommener Kandidaten unter denen aus Level 1 im Schritt.</translation>
    </message>
    <message>
        <source>Pass rate, level 2</source>
        <translation>Erfolgsquote, Level 2</translation>
    </message>
    <message>
        <source>Share of accepted candidates among those of level 2 in the step.</source>
        <translation>Anteil angenommener Kandidaten unter denen aus Level 2 im Schritt.</translation>
    </message>
    <message>
        <source>Passed static checks</source>
        <translation>Statische Prüfung bestanden</translation>
    </message>
    <message>
        <source>Share of candidates that passed the static checks.</source>
        <translation>Anteil der Kandidaten, die die statische Prüfung bestanden.</translation>
    </message>
    <message>
        <source>Passed compile</source>
        <translation>Übersetzung bestanden</translation>
    </message>
    <message>
        <source>Share of candidates whose kernels compiled.</source>
        <translation>Anteil der Kandidaten, deren Kernel sich übersetzen ließen.</translation>
    </message>
    <message>
        <source>Passed tiny run</source>
        <translation>Kleinen Lauf bestanden</translation>
    </message>
    <message>
        <source>Share of candidates that were right on the smallest input.</source>
        <translation>Anteil der Kandidaten, die auf der kleinsten Eingabe richtig waren.</translation>
    </message>
    <message>
        <source>Passed full run</source>
        <translation>Vollen Lauf bestanden</translation>
    </message>
    <message>
        <source>Share of candidates that were right on every full-size input.</source>
        <translation>Anteil der Kandidaten, die auf jeder vollen Eingabe richtig waren.</translation>
    </message>
    <message>
        <source>Passed timing</source>
        <translation>Zeitmessung bestanden</translation>
    </message>
    <message>
        <source>Share of candidates with a valid GPU time; none without a GPU.</source>
        <translation>Anteil der Kandidaten mit gültiger GPU-Zeit; ohne GPU keine.</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Abkürzungen</translation>
    </message>
    <message>
        <source>Share of candidates that were rejected for getting around the task, or flagged for what may do so, accepted ones too.</source>
        <translation>Anteil der Kandidaten, die für das Umgehen der Aufgabe abgelehnt oder dafür vermerkt wurden, auch angenommene.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Loss of the update; of SFT in nats per token.</source>
        <translation>Verlust der Aktualisierung; bei SFT in nat je Token.</translation>
    </message>
    <message>
        <source>KL to the ref policy</source>
        <translation>KL zur Referenz-Policy</translation>
    </message>
    <message>
        <source>Mean of the k3 estimate of the KL divergence to the ref policy.</source>
        <translation>Mittel des k3-Schätzers der KL-Divergenz zur Referenz-Policy.</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>Mean entropy of the policy over completion tokens.</source>
        <translation>Mittlere Entropie der Policy über die Token der Antworten.</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Norm of the gradient before clipping.</source>
        <translation>Norm des Gradienten vor der Kappung.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Learning rate of the update.</source>
        <translation>Lernrate der Aktualisierung.</translation>
    </message>
    <message>
        <source>Token accuracy</source>
        <translation>Tokengenauigkeit</translation>
    </message>
    <message>
        <source>Share of completion tokens that the policy ranks first; SFT.</source>
        <translation>Anteil der Token der Antworten, die die Policy an erste Stelle setzt; SFT.</translation>
    </message>
    <message>
        <source>Samples left out</source>
        <translation>Ausgelassene Beispiele</translation>
    </message>
    <message>
        <source>Share of samples longer than the limits; SFT.</source>
        <translation>Anteil der Beispiele, die länger als die Grenzen sind; SFT.</translation>
    </message>
    <message>
        <source>Clip ratio, low</source>
        <translation>Kappungsanteil, unten</translation>
    </message>
    <message>
        <source>Share of tokens held by the lower clip bound.</source>
        <translation>Anteil der Token an der unteren Kappungsgrenze.</translation>
    </message>
    <message>
        <source>Clip ratio, low, least</source>
        <translation>Kappungsanteil, unten, kleinster</translation>
    </message>
    <message>
        <source>Clip ratio, high</source>
        <translation>Kappungsanteil, oben</translation>
    </message>
    <message>
        <source>Share of tokens held by the upper clip bound.</source>
        <translation>Anteil der Token an der oberen Kappungsgrenze.</translation>
    </message>
    <message>
        <source>Clip ratio, high, largest</source>
        <translation>Kappungsanteil, oben, größter</translation>
    </message>
    <message>
        <source>Clip ratio</source>
        <translation>Kappungsanteil</translation>
    </message>
    <message>
        <source>Share of tokens held by either clip bound.</source>
        <translation>Anteil der Token an einer der Kappungsgrenzen.</translation>
    </message>
    <message>
        <source>Completion length, mean</source>
        <translation>Antwortlänge, Mittel</translation>
    </message>
    <message>
        <source>Mean length of the completions.</source>
        <translation>Mittlere Länge der Antworten.</translation>
    </message>
    <message>
        <source>Completion length, shortest</source>
        <translation>Antwortlänge, kürzeste</translation>
    </message>
    <message>
        <source>Length of the shortest completion.</source>
        <translation>Länge der kürzesten Antwort.</translation>
    </message>
    <message>
        <source>Completion length, longest</source>
        <translation>Antwortlänge, längste</translation>
    </message>
    <message>
        <source>Length of the longest completion.</source>
        <translation>Länge der längsten Antwort.</translation>
    </message>
    <message>
        <source>Truncated completions</source>
        <translation>Abgeschnittene Antworten</translation>
    </message>
    <message>
        <source>Share of completions without an end token within the limit.</source>
        <translation>Anteil der Antworten ohne Endtoken innerhalb der Grenze.</translation>
    </message>
    <message>
        <source>Ended completions, mean length</source>
        <translation>Beendete Antworten, mittlere Länge</translation>
    </message>
    <message>
        <source>Mean length of the completions that ended by themselves.</source>
        <translation>Mittlere Länge der Antworten, die von selbst endeten.</translation>
    </message>
    <message>
        <source>Ended completions, shortest</source>
        <translation>Beendete Antworten, kürzeste</translation>
    </message>
    <message>
        <source>Length of the shortest completion that ended by itself.</source>
        <translation>Länge der kürzesten Antwort, die von selbst endete.</translation>
    </message>
    <message>
        <source>Ended completions, longest</source>
        <translation>Beendete Antworten, längste</translation>
    </message>
    <message>
        <source>Length of the longest completion that ended by itself.</source>
        <translation>Länge der längsten Antwort, die von selbst endete.</translation>
    </message>
    <message>
        <source>Tokens so far</source>
        <translation>Token bisher</translation>
    </message>
    <message>
        <source>Prompt and completion tokens seen since the start of the run.</source>
        <translation>Token der Prompts und Antworten seit dem Beginn des Laufs.</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittdauer</translation>
    </message>
    <message>
        <source>Wall time of the step.</source>
        <translation>Verstrichene Zeit des Schritts.</translation>
    </message>
    <message>
        <source>Time: generate</source>
        <translation>Zeit: erzeugen</translation>
    </message>
    <message>
        <source>Wall time of the step that went into sampling.</source>
        <translation>Zeit des Schritts, die in die Ziehung ging.</translation>
    </message>
    <message>
        <source>Time: verify</source>
        <translation>Zeit: prüfen</translation>
    </message>
    <message>
        <source>Time: update</source>
        <translation>Zeit: aktualisieren</translation>
    </message>
    <message>
        <source>Wall time of the step that went into the update.</source>
        <translation>Zeit des Schritts, die in die Aktualisierung ging.</translation>
    </message>
    <message>
        <source>Sampling speed</source>
        <translation>Ziehungstempo</translation>
    </message>
    <message>
        <source>Sampled tokens per second while sampling.</source>
        <translation>Gezogene Token je Sekunde während der Ziehung.</translation>
    </message>
    <message>
        <source>Verifying speed</source>
        <translation>Prüftempo</translation>
    </message>
    <message>
        <source>Verdicts per second while candidates were waiting.</source>
        <translation>Urteile je Sekunde, solange Kandidaten warteten.</translation>
    </message>
    <message>
        <source>Verdicts from the cache</source>
        <translation>Urteile aus dem Zwischenspeicher</translation>
    </message>
    <message>
        <source>Share of the verdicts that an equal candidate had got.</source>
        <translation>Anteil der Urteile, die ein gleicher Kandidat schon bekommen hatte.</translation>
    </message>
    <message>
        <source>Verifier: queue</source>
        <translation>Prüfer: Warteschlange</translation>
    </message>
    <message>
        <source>Candidates that no worker had begun with, mean over the time of the step.</source>
        <translation>Kandidaten, mit denen noch kein Prozess begonnen hatte, Mittel über die Zeit des Schritts.</translation>
    </message>
    <message>
        <source>Verifier: use of the compile lane</source>
        <translation>Prüfer: Nutzung der Übersetzungsbahn</translation>
    </message>
    <message>
        <source>Share of its slots that were held during the step.</source>
        <translation>Anteil ihrer Plätze, die im Schritt belegt waren.</translation>
    </message>
    <message>
        <source>Verifier: use of the run lane</source>
        <translation>Prüfer: Nutzung der Laufbahn</translation>
    </message>
    <message>
        <source>Verifier: time at static</source>
        <translation>Prüfer: Zeit bei static</translation>
    </message>
    <message>
        <source>Mean over the candidates judged at this stage in the step.</source>
        <translation>Mittel über die Kandidaten, die im Schritt auf dieser Stufe beurteilt wurden.</translation>
    </message>
    <message>
        <source>Verifier: time at compile</source>
        <translation>Prüfer: Zeit bei compile</translation>
    </message>
    <message>
        <source>Verifier: time at tiny</source>
        <translation>Prüfer: Zeit bei tiny</translation>
    </message>
    <message>
        <source>Verifier: time at full</source>
        <translation>Prüfer: Zeit bei full</translation>
    </message>
    <message>
        <source>Verifier: time at timing</source>
        <translation>Prüfer: Zeit bei timing</translation>
    </message>
    <message>
        <source>Verifier: restarts</source>
        <translation>Prüfer: Neustarts</translation>
    </message>
    <message>
        <source>Processes of the verifier that were started again, since the run&apos;s start.</source>
        <translation>Prozesse des Prüfers, die seit Beginn des Laufs neu gestartet wurden.</translation>
    </message>
    <message>
        <source>Curriculum: share of level 2</source>
        <translation>Lehrplan: Anteil von Level 2</translation>
    </message>
    <message>
        <source>Probability that the next prompt is of level 2.</source>
        <translation>Wahrscheinlichkeit, dass der nächste Prompt aus Level 2 ist.</translation>
    </message>
    <message>
        <source>Curriculum: level-1 accuracy</source>
        <translation>Lehrplan: Genauigkeit in Level 1</translation>
    </message>
    <message>
        <source>Share of right level-1 candidates in the curriculum&apos;s window.</source>
        <translation>Anteil richtiger Kandidaten aus Level 1 im Fenster des Lehrplans.</translation>
    </message>
    <message>
        <source>Best of N: best reward</source>
        <translation>Best-of-N: beste Belohnung</translation>
    </message>
    <message>
        <source>Highest reward among the N completions of a task, mean over tasks.</source>
        <translation>Höchste Belohnung unter den N Antworten einer Aufgabe, Mittel über Aufgaben.</translation>
    </message>
    <message>
        <source>Best of N: kept</source>
        <translation>Best-of-N: behalten</translation>
    </message>
    <message>
        <source>Completions that entered the fine-tuning set, share of those sampled.</source>
        <translation>Antworten, die in die Feinabstimmung eingingen, Anteil an den gezogenen.</translation>
    </message>
    <message>
        <source>Best of N: reward of the kept</source>
        <translation>Best-of-N: Belohnung der behaltenen</translation>
    </message>
    <message>
        <source>Mean reward of the completions that were kept.</source>
        <translation>Mittlere Belohnung der behaltenen Antworten.</translation>
    </message>
    <message>
        <source>Best of N: skipped tasks</source>
        <translation>Best-of-N: übergangene Aufgaben</translation>
    </message>
    <message>
        <source>Share of tasks without any completion of the least reward.</source>
        <translation>Anteil der Aufgaben ohne eine Antwort mit der Mindestbelohnung.</translation>
    </message>
    <message>
        <source>Validation pass@1, level 1</source>
        <translation>Validierung pass@1, Level 1</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 1, temperature 1.</source>
        <translation>Anteil richtiger Antworten auf Validierungsaufgaben aus Level 1, Temperatur 1.</translation>
    </message>
    <message>
        <source>Validation pass@1, level 2</source>
        <translation>Validierung pass@1, Level 2</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 2, temperature 1.</source>
        <translation>Anteil richtiger Antworten auf Validierungsaufgaben aus Level 2, Temperatur 1.</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>nat/token</source>
        <translation>nat/Token</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>token/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>Pass rate, moving mean</source>
        <translation>Erfolgsquote, gleitendes Mittel</translation>
    </message>
    <message>
        <source>Mean of the pass rate over the last 20 steps.</source>
        <translation>Mittel der Erfolgsquote über die letzten 20 Schritte.</translation>
    </message>
    <message>
        <source>Sampler against trainer, mean</source>
        <translation>Ziehung gegen Training, Mittel</translation>
    </message>
    <message>
        <source>Distance between the log-probabilities that sampler and trainer give a token, mean over tokens.</source>
        <translation>Abstand der Log-Wahrscheinlichkeiten, die Ziehung und Training einem Token geben, Mittel über die Token.</translation>
    </message>
    <message>
        <source>Sampler against trainer, largest</source>
        <translation>Ziehung gegen Training, größter Wert</translation>
    </message>
    <message>
        <source>Distance between the log-probabilities that sampler and trainer give a token, largest of all tokens.</source>
        <translation>Abstand der Log-Wahrscheinlichkeiten, die Ziehung und Training einem Token geben, größter aller Token.</translation>
    </message>
    <message>
        <source>Importance ratio, least</source>
        <translation>Gewichtsverhältnis, kleinstes</translation>
    </message>
    <message>
        <source>Probability of a token for the trainer over that for the sampler, least of all tokens.</source>
        <translation>Wahrscheinlichkeit eines Tokens im Training geteilt durch die bei der Ziehung, kleinster Wert aller Token.</translation>
    </message>
    <message>
        <source>Importance ratio, mean</source>
        <translation>Gewichtsverhältnis, Mittel</translation>
    </message>
    <message>
        <source>Probability of a token for the trainer over that for the sampler, mean over tokens.</source>
        <translation>Wahrscheinlichkeit eines Tokens im Training geteilt durch die bei der Ziehung, Mittel über die Token.</translation>
    </message>
    <message>
        <source>Importance ratio, largest</source>
        <translation>Gewichtsverhältnis, größtes</translation>
    </message>
    <message>
        <source>Probability of a token for the trainer over that for the sampler, largest of all tokens.</source>
        <translation>Wahrscheinlichkeit eines Tokens im Training geteilt durch die bei der Ziehung, größter Wert aller Token.</translation>
    </message>
    <message>
        <source>Different completions</source>
        <translation>Verschiedene Antworten</translation>
    </message>
    <message>
        <source>Number of different completions, as a share of those of the step.</source>
        <translation>Zahl verschiedener Antworten als Anteil an denen des Schritts.</translation>
    </message>
    <message>
        <source>Prompts left out</source>
        <translation>Ausgelassene Prompts</translation>
    </message>
    <message>
        <source>Prompts longer than the limit that were passed over since the start of the run.</source>
        <translation>Prompts über der Längengrenze, die seit dem Beginn des Laufs übergangen wurden.</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Passes over the corpus so far; SFT.</source>
        <translation>Bisherige Durchgänge durch das Korpus; SFT.</translation>
    </message>
    <message>
        <source>Time: validate</source>
        <translation>Zeit: validieren</translation>
    </message>
    <message>
        <source>Wall time of a validation.</source>
        <translation>Verstrichene Zeit einer Validierung.</translation>
    </message>
    <message>
        <source>Training speed</source>
        <translation>Trainingstempo</translation>
    </message>
    <message>
        <source>Best of N: different kept</source>
        <translation>Best-of-N: verschiedene behalten</translation>
    </message>
    <message>
        <source>Different candidates among the completions that were kept.</source>
        <translation>Verschiedene Kandidaten unter den behaltenen Antworten.</translation>
    </message>
    <message>
        <source>Validation pass@1, level 3</source>
        <translation>Validierung pass@1, Level 3</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 3, temperature 1.</source>
        <translation>Anteil richtiger Antworten auf Validierungsaufgaben aus Level 3, Temperatur 1.</translation>
    </message>
    <message>
        <source>Validation pass@1, level 4</source>
        <translation>Validierung pass@1, Level 4</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 4, temperature 1.</source>
        <translation>Anteil richtiger Antworten auf Validierungsaufgaben aus Level 4, Temperatur 1.</translation>
    </message>
    <message>
        <source>Not judged</source>
        <translation>Nicht beurteilt</translation>
    </message>
    <message>
        <source>Share of candidates that could not be judged: they have no reward and count in no rate.</source>
        <translation>Anteil der Kandidaten, die nicht beurteilt werden konnten: Sie haben keine Belohnung und zählen in keiner Quote.</translation>
    </message>
    <message>
        <source>Smallest share of a completion&apos;s tokens that the lower clip bound held.</source>
        <translation>Kleinster Anteil der Token einer Antwort an der unteren Kappungsgrenze.</translation>
    </message>
    <message>
        <source>Largest share of a completion&apos;s tokens that the upper clip bound held.</source>
        <translation>Größter Anteil der Token einer Antwort an der oberen Kappungsgrenze.</translation>
    </message>
    <message>
        <source>Strict pass@1 of an ablation</source>
        <translation>Strenges pass@1 einer Ablation</translation>
    </message>
    <message>
        <source>Share of right samples, mean over levels, in the one strict evaluation by which nereid ablate scores every combination.</source>
        <translation>Anteil richtiger Antworten, Mittel über die Level, in der einen strengen Bewertung, an der nereid ablate jede Kombination misst.</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Mean number of answers that followed one another.</source>
        <translation>Mittlere Zahl der Antworten, die aufeinander folgten.</translation>
    </message>
    <message>
        <source>Pass rate, first turn</source>
        <translation>Erfolgsquote, erste Runde</translation>
    </message>
    <message>
        <source>Share of first answers that were accepted.</source>
        <translation>Anteil der ersten Antworten, die angenommen wurden.</translation>
    </message>
    <message>
        <source>Pass rate, last turn</source>
        <translation>Erfolgsquote, letzte Runde</translation>
    </message>
    <message>
        <source>Share of completions whose last answer was accepted, however many turns they took.</source>
        <translation>Anteil der Antworten, deren letzte Runde angenommen wurde, wie viele Runden es auch waren.</translation>
    </message>
    <message>
        <source>Repaired by the next turn</source>
        <translation>Von der nächsten Runde behoben</translation>
    </message>
    <message>
        <source>Share of rejected answers that the next turn turned into accepted ones, of those that had a next turn.</source>
        <translation>Anteil der abgelehnten Antworten, aus denen die nächste Runde angenommene machte, unter denen mit einer nächsten Runde.</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Ertrag</translation>
    </message>
    <message>
        <source>Mean over the answers of the step of their reward and the discounted rewards of the turns after them.</source>
        <translation>Mittel über die Antworten des Schritts aus ihrer Belohnung und den abgezinsten Belohnungen der Runden danach.</translation>
    </message>
    <message>
        <source>Turns without room</source>
        <translation>Runden ohne Platz</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers after which no further one was asked for, as its prompt would have been longer than generation.max_prompt_length.</source>
        <translation>Antworten, nach denen keine weitere erfragt wurde, weil ihr Prompt länger als generation.max_prompt_length gewesen wäre.</translation>
    </message>
    <message>
        <source>Wall time of the step from the first candidate that was handed in to the last verdict.</source>
        <translation>Wanduhrzeit des Schritts vom ersten abgegebenen Kandidaten bis zum letzten Urteil.</translation>
    </message>
    <message>
        <source>Time: verify beside generate</source>
        <translation>Zeit: Prüfen neben dem Erzeugen</translation>
    </message>
    <message>
        <source>Part of the time of verifying in which other completions were still being sampled.</source>
        <translation>Teil der Prüfzeit, in dem noch andere Antworten erzeugt wurden.</translation>
    </message>
    <message>
        <source>Time: wait for other ranks</source>
        <translation>Zeit: Warten auf andere Ränge</translation>
    </message>
    <message>
        <source>Wall time of the step in which a rank waited for the others, longest of the ranks; only where a run has several.</source>
        <translation>Wanduhrzeit des Schritts, in der ein Rang auf die anderen gewartet hat, längste aller Ränge; nur bei Läufen mit mehreren.</translation>
    </message>
    <message>
        <source>Prompt and completion tokens learnt per second of the update.</source>
        <translation>Gelernte Token von Prompt und Antwort je Sekunde der Aktualisierung.</translation>
    </message>
    <message>
        <source>Share of the GPU&apos;s peak</source>
        <translation>Anteil an der Spitzenleistung der GPU</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation of the update: 4 operations per weight and token where the base is frozen, else 6, of the published peak; on known GPUs only.</source>
        <translation>Ausnutzung der Rechenleistung bei der Aktualisierung (MFU): 4 Operationen je Gewicht und Token, wo die Basis eingefroren ist, sonst 6, von der veröffentlichten Spitze; nur auf bekannten GPUs.</translation>
    </message>
    <message>
        <source>Memory, peak</source>
        <translation>Speicher, Höchstwert</translation>
    </message>
    <message>
        <source>byte</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>Most memory that the trainer has had so far: of its GPU, else main memory.</source>
        <translation>Meister Speicher, den das Training bisher belegt hat: der seiner GPU, sonst der Hauptspeicher.</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s bandwidth</source>
        <translation>Anteil an der Speicherbandbreite</translation>
    </message>
    <message>
        <source>Model bandwidth utilisation while sampling: weights read once a step of the batch, keys and values once a row and token, of the published peak; on known GPUs only.</source>
        <translation>Ausnutzung der Speicherbandbreite beim Sampling (MBU): Gewichte je Schritt des Batches einmal gelesen, Schlüssel und Werte je Zeile und Token einmal, von der veröffentlichten Spitze; nur auf bekannten GPUs.</translation>
    </message>
</context>
<context>
    <name>Phases</name>
    <message>
        <source>evaluation</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2 von %3</translation>
    </message>
    <message>
        <source>%1 %2 (%3): %4 of %5 steps, %6 to %7</source>
        <translation>%1 %2 (%3): %4 von %5 Schritten, %6 bis %7</translation>
    </message>
    <message>
        <source>SFT</source>
        <translation>SFT</translation>
    </message>
    <message>
        <source>GRPO</source>
        <translation>GRPO</translation>
    </message>
    <message>
        <source>best-of-N</source>
        <translation>Best-of-N</translation>
    </message>
</context>
<context>
    <name>ProblemLines</name>
    <message>
        <source>the traceback ends here</source>
        <translation>der Traceback endet hier</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>About Nereid</source>
        <translation>Über Nereid</translation>
    </message>
    <message>
        <source>&lt;b&gt;Nereid %1&lt;/b&gt;&lt;p&gt;A workbench for teaching language models to write Triton kernels.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later. Built with Qt, QCustomPlot, QScintilla, SQLite and libtorch; Inter and JetBrains Mono under the SIL Open Font License.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Nereid %1&lt;/b&gt;&lt;p&gt;Eine Werkbank, um Sprachmodelle das Schreiben von Triton-Kerneln zu lehren.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later. Gebaut mit Qt, QCustomPlot, QScintilla, SQLite und libtorch; Inter und JetBrains Mono unter der SIL Open Font License.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ReasonWords</name>
    <message>
        <source>ok</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>unclosed block</source>
        <translation>Codeblock offen</translation>
    </message>
    <message>
        <source>forward error</source>
        <translation>Fehler in forward</translation>
    </message>
    <message>
        <source>timing mismatch</source>
        <translation>Zeiten widersprechen sich</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>too large source</source>
        <translation>Quelltext zu lang</translation>
    </message>
    <message>
        <source>syntax error</source>
        <translation>Syntaxfehler</translation>
    </message>
    <message>
        <source>forbidden import</source>
        <translation>verbotener Import</translation>
    </message>
    <message>
        <source>forbidden call</source>
        <translation>verbotener Aufruf</translation>
    </message>
    <message>
        <source>missing model</source>
        <translation>Modell fehlt</translation>
    </message>
    <message>
        <source>no jit function</source>
        <translation>keine jit-Funktion</translation>
    </message>
    <message>
        <source>no kernel launch</source>
        <translation>kein Kernelstart</translation>
    </message>
    <message>
        <source>import error</source>
        <translation>Importfehler</translation>
    </message>
    <message>
        <source>construct error</source>
        <translation>Fehler beim Anlegen</translation>
    </message>
    <message>
        <source>compile error</source>
        <translation>Compilerfehler</translation>
    </message>
    <message>
        <source>compile timeout</source>
        <translation>Übersetzen zu lang</translation>
    </message>
    <message>
        <source>out of resources</source>
        <translation>zu wenig Ressourcen</translation>
    </message>
    <message>
        <source>torch fallback</source>
        <translation>torch statt Kernel</translation>
    </message>
    <message>
        <source>runtime error</source>
        <translation>Laufzeitfehler</translation>
    </message>
    <message>
        <source>out of bounds</source>
        <translation>außerhalb der Grenzen</translation>
    </message>
    <message>
        <source>data race</source>
        <translation>Wettlauf um Daten</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>Zeit abgelaufen</translation>
    </message>
    <message>
        <source>memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>wrong values</source>
        <translation>falsche Werte</translation>
    </message>
    <message>
        <source>wrong shape</source>
        <translation>falsche Form</translation>
    </message>
    <message>
        <source>wrong dtype</source>
        <translation>falscher Typ</translation>
    </message>
    <message>
        <source>wrong count</source>
        <translation>falsche Anzahl</translation>
    </message>
    <message>
        <source>wrong type</source>
        <translation>falsche Art</translation>
    </message>
    <message>
        <source>mutated input</source>
        <translation>Eingabe verändert</translation>
    </message>
    <message>
        <source>missing effect</source>
        <translation>Wirkung fehlt</translation>
    </message>
    <message>
        <source>impossible time</source>
        <translation>unmögliche Zeit</translation>
    </message>
    <message>
        <source>not judgeable here</source>
        <translation>hier nicht beurteilbar</translation>
    </message>
    <message>
        <source>infrastructure</source>
        <translation>Prüfer gestört</translation>
    </message>
    <message>
        <source>reference error</source>
        <translation>Referenz fehlerhaft</translation>
    </message>
    <message>
        <source>task too large</source>
        <translation>Aufgabe zu groß</translation>
    </message>
    <message>
        <source>bad request</source>
        <translation>ungültige Anfrage</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>no code block</source>
        <translation>kein Codeblock</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>kein UTF-8</translation>
    </message>
    <message>
        <source>non-finite values</source>
        <translation>nicht endliche Werte</translation>
    </message>
    <message>
        <source>prompt too long</source>
        <translation>Prompt zu lang</translation>
    </message>
    <message>
        <source>several code blocks</source>
        <translation>mehrere Codeblöcke</translation>
    </message>
</context>
<context>
    <name>RemoteAddress</name>
    <message>
        <source>%1: %2. Write ssh://USER@HOST/FOLDER, or HOST:FOLDER.</source>
        <translation>%1: %2. Richtig ist ssh://USER@HOST/FOLDER oder HOST:FOLDER.</translation>
    </message>
    <message>
        <source>this is not an address</source>
        <translation>das ist keine Adresse</translation>
    </message>
    <message>
        <source>the host is missing or odd</source>
        <translation>der Rechnername fehlt oder ist unzulässig</translation>
    </message>
    <message>
        <source>the user name is odd</source>
        <translation>der Benutzername ist unzulässig</translation>
    </message>
    <message>
        <source>the port is not a number from 1 to 65535</source>
        <translation>der Port ist keine Zahl von 1 bis 65535</translation>
    </message>
    <message>
        <source>the folder of the run is missing</source>
        <translation>der Ordner des Laufs fehlt</translation>
    </message>
</context>
<context>
    <name>RunColumns</name>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Name of the run; the tooltip says where it is kept</source>
        <translation>Name des Laufs; der Hinweistext sagt, wo er liegt</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What the record says; a run that was cut short may go on</source>
        <translation>Was die Aufzeichnung sagt; ein abgebrochener Lauf lässt sich vielleicht fortsetzen</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps in the record</source>
        <translation>Schritte in der Aufzeichnung</translation>
    </message>
    <message>
        <source>episodes</source>
        <translation>Episoden</translation>
    </message>
    <message>
        <source>Candidates in the record</source>
        <translation>Kandidaten in der Aufzeichnung</translation>
    </message>
    <message>
        <source>started</source>
        <translation>begonnen</translation>
    </message>
    <message>
        <source>When the run was made</source>
        <translation>Wann der Lauf angelegt wurde</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>From the start to the last step, pauses included</source>
        <translation>Vom Start bis zum letzten Schritt, mit Pausen</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>Smoothed, at the last step</source>
        <translation>Geglättet, beim letzten Schritt</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>Bestwert %1</translation>
    </message>
    <message>
        <source>Setting in which the runs differ</source>
        <translation>Einstellung, in der sich die Läufe unterscheiden</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>How the policy learns; phases in their order</source>
        <translation>Wie die Policy lernt; Phasen in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>The phase in work, or the last one, and how far it is</source>
        <translation>Die laufende oder letzte Phase und wie weit sie ist</translation>
    </message>
    <message>
        <source>Best place of the smoothed curve, from where it averages over enough steps</source>
        <translation>Beste Stelle der geglätteten Kurve, ab da, wo sie über genug Schritte mittelt</translation>
    </message>
</context>
<context>
    <name>RunPlan</name>
    <message>
        <source>Supervised fine-tuning of %1, batches of %2</source>
        <translation>Überwachte Feinabstimmung von %1, Batches zu %2</translation>
    </message>
    <message>
        <source>Best-of-N fine-tuning of %1: %2 completions a task, the best %3 kept</source>
        <translation>Best-of-N-Feinabstimmung von %1: %2 Antworten je Aufgabe, die besten %3 behalten</translation>
    </message>
    <message>
        <source>GRPO of %1: %2 prompts a step, %3 completions each</source>
        <translation>GRPO von %1: %2 Prompts je Schritt, je %3 Antworten</translation>
    </message>
    <message>
        <source>%1 · %2 steps</source>
        <translation>%1 · %2 Schritte</translation>
    </message>
    <message>
        <source>%1 · %2 epochs</source>
        <translation>%1 · %2 Epochen</translation>
    </message>
    <message>
        <source>%1 of %2, one after the other</source>
        <translation>%1 von %2, nacheinander</translation>
    </message>
    <message>
        <source>%1 of %2, one after the other: %3 steps</source>
        <translation>%1 von %2, nacheinander: %3 Schritte</translation>
    </message>
    <message>
        <source>%1, at most %2 turns each</source>
        <translation>%1, je höchstens %2 Runden</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>CPU · GPU time not measured</source>
        <translation>CPU · GPU-Zeit nicht gemessen</translation>
    </message>
    <message>
        <source>generate</source>
        <translation>erzeugen</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>prüfen</translation>
    </message>
    <message>
        <source>update</source>
        <translation>aktualisieren</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>lädt das Modell</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>prüft</translation>
    </message>
    <message>
        <source>updating</source>
        <translation>aktualisiert</translation>
    </message>
    <message>
        <source>saving a checkpoint</source>
        <translation>sichert einen Speicherpunkt</translation>
    </message>
    <message>
        <source>validating</source>
        <translation>bewertet</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>in process %1</source>
        <translation>in Prozess %1</translation>
    </message>
    <message>
        <source>No run</source>
        <translation>Kein Lauf</translation>
    </message>
    <message>
        <source>record: none open</source>
        <translation>Aufzeichnung: keine offen</translation>
    </message>
    <message>
        <source>record: %1 episodes, %2</source>
        <translation>Aufzeichnung: %1 Episoden, %2</translation>
    </message>
    <message>
        <source>, saved</source>
        <translation>, gesichert</translation>
    </message>
    <message>
        <source>%1 candidates/s</source>
        <translation>%1 Kandidaten/s</translation>
    </message>
    <message>
        <source>queue %1</source>
        <translation>Warteschlange %1</translation>
    </message>
    <message>
        <source>sandbox %1</source>
        <translation>Sandkasten %1</translation>
    </message>
    <message>
        <source>verifier: %1</source>
        <translation>Prüfer: %1</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 Tok/s</translation>
    </message>
    <message>
        <source>checkpoint at step %1</source>
        <translation>Speicherpunkt bei Schritt %1</translation>
    </message>
    <message>
        <source>policy: %1</source>
        <translation>Policy: %1</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Noch nicht gelesen</translation>
    </message>
    <message>
        <source>%1 of %2 judged</source>
        <translation>%1 von %2 beurteilt</translation>
    </message>
    <message>
        <source>%1 left of %2</source>
        <translation>noch %1 in %2</translation>
    </message>
    <message>
        <source>(%1 beside generate)</source>
        <translation>(%1 neben dem Erzeugen)</translation>
    </message>
    <message>
        <source>wait for the others</source>
        <translation>auf andere warten</translation>
    </message>
    <message>
        <source>rank %1 (%2)</source>
        <translation>Rang %1 (%2)</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ränge</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>auto, cpu, cuda or cuda:N</source>
        <translation>auto, cpu, cuda oder cuda:N</translation>
    </message>
    <message>
        <source>Name of the run in lists and folders.</source>
        <translation>Name des Laufs in Listen und Ordnern.</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <source>How the policy learns.</source>
        <translation>Wie die Policy lernt.</translation>
    </message>
    <message>
        <source>Seed of every random stream of the run.</source>
        <translation>Startwert aller Zufallsströme des Laufs.</translation>
    </message>
    <message>
        <source>The model: pocket, new (made from scratch), a GGUF file or a folder in Hugging Face layout.</source>
        <translation>Das Modell: pocket, new (von Grund auf neu), eine GGUF-Datei oder ein Ordner im Aufbau von Hugging Face.</translation>
    </message>
    <message>
        <source>pocket, new, a GGUF file or a folder</source>
        <translation>pocket, new, eine GGUF-Datei oder ein Ordner</translation>
    </message>
    <message>
        <source>What is trained: none = all weights, lora = low-rank adapters.</source>
        <translation>Was trainiert wird: none = alle Gewichte, lora = Adapter niedrigen Rangs.</translation>
    </message>
    <message>
        <source>Rank of the adapters.</source>
        <translation>Rang der Adapter.</translation>
    </message>
    <message>
        <source>Scale of the adapters is lora_alpha / lora_rank.</source>
        <translation>Die Skalierung der Adapter ist lora_alpha / lora_rank.</translation>
    </message>
    <message>
        <source>Dropout before the adapters.</source>
        <translation>Dropout vor den Adaptern.</translation>
    </message>
    <message>
        <source>Names of the linear layers that get an adapter.</source>
        <translation>Namen der linearen Schichten, die einen Adapter bekommen.</translation>
    </message>
    <message>
        <source>Where the policy runs.</source>
        <translation>Wo die Policy läuft.</translation>
    </message>
    <message>
        <source>Width of a new model.</source>
        <translation>Breite eines neuen Modells.</translation>
    </message>
    <message>
        <source>Decoder layers of a new model.</source>
        <translation>Decoder-Schichten eines neuen Modells.</translation>
    </message>
    <message>
        <source>Query heads of a new model.</source>
        <translation>Query-Köpfe eines neuen Modells.</translation>
    </message>
    <message>
        <source>Key and value heads of a new model.</source>
        <translation>Key- und Value-Köpfe eines neuen Modells.</translation>
    </message>
    <message>
        <source>Width of the feed-forward layer of a new model.</source>
        <translation>Breite der Feed-forward-Schicht eines neuen Modells.</translation>
    </message>
    <message>
        <source>Longest sequence of a new model, in tokens.</source>
        <translation>Längste Sequenz eines neuen Modells, in Token.</translation>
    </message>
    <message>
        <source>synthetic (the built-in generator) or a folder in KernelBench layout.</source>
        <translation>synthetic (der eingebaute Generator) oder ein Ordner im Aufbau von KernelBench.</translation>
    </message>
    <message>
        <source>synthetic or a folder</source>
        <translation>synthetic oder ein Ordner</translation>
    </message>
    <message>
        <source>File with the ids of tasks that are left out, one a line; see nereid tasks check.</source>
        <translation>Datei mit den Kennungen der Aufgaben, die ausgelassen werden, eine je Zeile; siehe nereid tasks check.</translation>
    </message>
    <message>
        <source>Levels that are sampled; the curriculum needs 1 and 2.</source>
        <translation>Level, aus denen gezogen wird; der Lehrplan braucht 1 und 2.</translation>
    </message>
    <message>
        <source>Share of level-2 prompts when the curriculum is off.</source>
        <translation>Anteil der Prompts aus Level 2, wenn der Lehrplan aus ist.</translation>
    </message>
    <message>
        <source>Level-1 candidates over which the curriculum takes its accuracy.</source>
        <translation>Kandidaten aus Level 1, über die der Lehrplan seine Genauigkeit bildet.</translation>
    </message>
    <message>
        <source>Seed of the task generator.</source>
        <translation>Startwert des Aufgabengenerators.</translation>
    </message>
    <message>
        <source>Longest prompt in tokens; a longer one is an error.</source>
        <translation>Längster Prompt in Token; ein längerer ist ein Fehler.</translation>
    </message>
    <message>
        <source>Longest completion in tokens.</source>
        <translation>Längste Antwort in Token.</translation>
    </message>
    <message>
        <source>Sampling temperature; 0 = greedy (no exploration).</source>
        <translation>Temperatur beim Ziehen; 0 = greedy (kein Erkunden).</translation>
    </message>
    <message>
        <source>Share of probability that is sampled from; 1 = all.</source>
        <translation>Anteil der Wahrscheinlichkeit, aus dem gezogen wird; 1 = alles.</translation>
    </message>
    <message>
        <source>Number of tokens that are sampled from; 0 = all.</source>
        <translation>Zahl der Token, aus denen gezogen wird; 0 = alle.</translation>
    </message>
    <message>
        <source>Pairs taken from the corpus.</source>
        <translation>Paare, die dem Korpus entnommen werden.</translation>
    </message>
    <message>
        <source>Pairs in one update.</source>
        <translation>Paare in einer Aktualisierung.</translation>
    </message>
    <message>
        <source>Updates; the corpus is repeated as needed.</source>
        <translation>Aktualisierungen; der Korpus wird nach Bedarf wiederholt.</translation>
    </message>
    <message>
        <source>Prompts (groups) in one step.</source>
        <translation>Prompts (Gruppen) in einem Schritt.</translation>
    </message>
    <message>
        <source>Completions of one prompt, K; an advantage needs at least two.</source>
        <translation>Antworten auf einen Prompt, K; ein Vorteil braucht mindestens zwei.</translation>
    </message>
    <message>
        <source>Updates on one rollout, mu.</source>
        <translation>Aktualisierungen je Rollout, mu.</translation>
    </message>
    <message>
        <source>Weight of the KL term; 0 = no ref policy is kept.</source>
        <translation>Gewicht des KL-Terms; 0 = keine Referenz-Policy wird gehalten.</translation>
    </message>
    <message>
        <source>Lower clip bound: the ratio is held above 1 - epsilon.</source>
        <translation>Untere Kappungsgrenze: Das Verhältnis bleibt über 1 - epsilon.</translation>
    </message>
    <message>
        <source>Upper clip bound: the ratio is held below 1 + epsilon_high.</source>
        <translation>Obere Kappungsgrenze: Das Verhältnis bleibt unter 1 + epsilon_high.</translation>
    </message>
    <message>
        <source>How the token losses are averaged.</source>
        <translation>Wie die Verluste der Token gemittelt werden.</translation>
    </message>
    <message>
        <source>What the advantage is divided by: the group&apos;s or the batch&apos;s standard deviation, or nothing.</source>
        <translation>Wodurch der Vorteil geteilt wird: die Standardabweichung der Gruppe oder des Batches, oder nichts.</translation>
    </message>
    <message>
        <source>Leave completions that met the length limit out of the loss.</source>
        <translation>Antworten, die an die Längengrenze stießen, aus dem Verlust auslassen.</translation>
    </message>
    <message>
        <source>Rollout steps.</source>
        <translation>Rollout-Schritte.</translation>
    </message>
    <message>
        <source>Completions sampled for one task, N.</source>
        <translation>Antworten, die für eine Aufgabe gezogen werden, N.</translation>
    </message>
    <message>
        <source>Completions kept for fine-tuning, K.</source>
        <translation>Antworten, die für das Feintuning bleiben, K.</translation>
    </message>
    <message>
        <source>Only completions with at least this reward are kept; a task without any is skipped.</source>
        <translation>Nur Antworten mit mindestens dieser Belohnung bleiben; eine Aufgabe ohne solche wird übersprungen.</translation>
    </message>
    <message>
        <source>Passes over the tasks.</source>
        <translation>Durchgänge über die Aufgaben.</translation>
    </message>
    <message>
        <source>Tasks in one step.</source>
        <translation>Aufgaben in einem Schritt.</translation>
    </message>
    <message>
        <source>Highest learning rate of AdamW.</source>
        <translation>Höchste Lernrate von AdamW.</translation>
    </message>
    <message>
        <source>Course of the learning rate after the warm-up.</source>
        <translation>Verlauf der Lernrate nach dem Warm-up.</translation>
    </message>
    <message>
        <source>Updates of linear warm-up.</source>
        <translation>Aktualisierungen mit linearem Warm-up.</translation>
    </message>
    <message>
        <source>Decay of the first moment.</source>
        <translation>Abklingrate des ersten Moments.</translation>
    </message>
    <message>
        <source>Decay of the second moment.</source>
        <translation>Abklingrate des zweiten Moments.</translation>
    </message>
    <message>
        <source>Added to the root of the second moment.</source>
        <translation>Wird zur Wurzel des zweiten Moments addiert.</translation>
    </message>
    <message>
        <source>Decoupled weight decay.</source>
        <translation>Entkoppelter Weight Decay.</translation>
    </message>
    <message>
        <source>Gradient norm is clipped to this; 0 = not.</source>
        <translation>Auf diesen Wert wird die Gradientennorm gekappt; 0 = nicht.</translation>
    </message>
    <message>
        <source>Reward formula.</source>
        <translation>Formel der Belohnung.</translation>
    </message>
    <message>
        <source>Reward of a failure; two_agent only.</source>
        <translation>Belohnung eines Fehlschlags; nur two_agent.</translation>
    </message>
    <message>
        <source>Largest speedup that is paid, two_agent mid-end only; 0 or less = no cap.</source>
        <translation>Größte Beschleunigung, die belohnt wird, nur two_agent Mid-End; 0 oder weniger = keine Grenze.</translation>
    </message>
    <message>
        <source>Which agent is trained; two_agent only.</source>
        <translation>Welcher Agent trainiert wird; nur two_agent.</translation>
    </message>
    <message>
        <source>Judge on five input variants; off: on the original only.</source>
        <translation>An fünf Eingabevarianten beurteilen; aus: nur am Original.</translation>
    </message>
    <message>
        <source>Stop at the first failing stage and pay partial credit; off: all or nothing.</source>
        <translation>An der ersten nicht bestandenen Stufe aufhören und Teilpunkte geben; aus: alles oder nichts.</translation>
    </message>
    <message>
        <source>Share of level 2 follows the level-1 accuracy; off: tasks.level2_share.</source>
        <translation>Der Anteil von Level 2 folgt der Genauigkeit in Level 1; aus: tasks.level2_share.</translation>
    </message>
    <message>
        <source>Timing with warm-up and many samples; off: one measured run.</source>
        <translation>Zeitmessung mit Warm-up und vielen Messwerten; aus: ein gemessener Durchgang.</translation>
    </message>
    <message>
        <source>Where candidates run.</source>
        <translation>Wo Kandidaten laufen.</translation>
    </message>
    <message>
        <source>full: kernels do all the compute; best-system: torch may help.</source>
        <translation>full: Kernel rechnen alles; best-system: torch darf helfen.</translation>
    </message>
    <message>
        <source>Candidates judged at once; 0 = shared with the trainer.</source>
        <translation>Kandidaten, die zugleich beurteilt werden; 0 = mit dem Training geteilt.</translation>
    </message>
    <message>
        <source>With extensions.multi_input: judge on more variants beside the five, at small sizes.</source>
        <translation>Mit extensions.multi_input: neben den fünf an weiteren Varianten beurteilen, bei kleinen Größen.</translation>
    </message>
    <message>
        <source>What GPU time counts by, with extensions.calibrated_timing: replays of a graph in turn with the reference (nereid), or 10 + 50 single calls (report).</source>
        <translation>Wonach die GPU-Zeit zählt, mit extensions.calibrated_timing: Wiederholungen eines Graphen im Wechsel mit der Referenz (nereid) oder 10 + 50 Einzelaufrufe (report).</translation>
    </message>
    <message>
        <source>Steps between validations; 0 = none.</source>
        <translation>Schritte zwischen Validierungen; 0 = keine.</translation>
    </message>
    <message>
        <source>Validation samples of each level.</source>
        <translation>Validierungsantworten je Level.</translation>
    </message>
    <message>
        <source>Steps between checkpoints.</source>
        <translation>Schritte zwischen Speicherpunkten.</translation>
    </message>
    <message>
        <source>Newest checkpoints that are kept.</source>
        <translation>Neueste Speicherpunkte, die bleiben.</translation>
    </message>
    <message>
        <source>Threads of the trainer; 0 = shared with the judges.</source>
        <translation>Threads des Trainings; 0 = mit den Prüfern geteilt.</translation>
    </message>
    <message>
        <source>Folder of the run; empty = a new one under the runs folder.</source>
        <translation>Ordner des Laufs; leer = ein neuer im Ordner der Läufe.</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Speicherpunkte</translation>
    </message>
    <message>
        <source>completions</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>Aktualisierungen</translation>
    </message>
    <message>
        <source>Share of a folder&apos;s tasks that are held out for validation; their code decides which.</source>
        <translation>Anteil der Aufgaben eines Ordners, der für die Validierung zurückgehalten wird; ihr Code entscheidet, welche.</translation>
    </message>
    <message>
        <source>Share of a folder&apos;s tasks that are held out for tests, as nereid eval takes them.</source>
        <translation>Anteil der Aufgaben eines Ordners, der für Tests zurückgehalten wird, wie nereid eval sie nimmt.</translation>
    </message>
    <message>
        <source>Steps of one epoch; 0 = as many as it takes to visit each task of the folder once.</source>
        <translation>Schritte einer Epoche; 0 = so viele, dass jede Aufgabe des Ordners einmal besucht wird.</translation>
    </message>
    <message>
        <source>Parts of the run, one after the other, each with a block phase.NAME of what it sets otherwise; empty: the run is its method alone.</source>
        <translation>Teile des Laufs, nacheinander, jeder mit einem Block phase.NAME für das, was er anders einstellt; leer: der Lauf ist nur sein Verfahren.</translation>
    </message>
    <message>
        <source>Weights that a phase begins with: previous (the phase before), model (those of model.path) or the name of an earlier phase.</source>
        <translation>Gewichte, mit denen eine Phase beginnt: previous (die der Phase davor), model (die von model.path) oder der Name einer früheren Phase.</translation>
    </message>
    <message>
        <source>previous, model or the name of a phase</source>
        <translation>previous, model oder der Name einer Phase</translation>
    </message>
    <message>
        <source>What the model is asked for: none = an answer to the task, frontend = the same with an example, midend = a faster form of a verified kernel, backend = its tile sizes, warps and stages for the device.</source>
        <translation>Was vom Modell verlangt wird: none = eine Antwort auf die Aufgabe, frontend = dasselbe mit einem Beispiel, midend = eine schnellere Form eines geprüften Kernels, backend = dessen Kachelgrößen, Warps und Pipelinestufen für das Gerät.</translation>
    </message>
    <message>
        <source>Number format of the weights; int8 = the base in 8 bits, under adapters.</source>
        <translation>Zahlenformat der Gewichte; int8 = das Grundmodell in 8 Bits, unter Adaptern.</translation>
    </message>
    <message>
        <source>unverified (with planted errors), clean, planned (with a plan before the code), rewrites (every second answer rewrites a kernel), or a JSONL file of {prompt, completion}.</source>
        <translation>unverified (mit eingebauten Fehlern), clean, planned (mit einem Plan vor dem Code), rewrites (jede zweite Antwort schreibt einen Kernel um) oder eine JSONL-Datei aus {prompt, completion}.</translation>
    </message>
    <message>
        <source>unverified, clean, planned, rewrites or a file</source>
        <translation>unverified, clean, planned, rewrites oder eine Datei</translation>
    </message>
    <message>
        <source>Share of level-2 pairs in a generated corpus.</source>
        <translation>Anteil der Paare aus Level 2 in einem erzeugten Korpus.</translation>
    </message>
    <message>
        <source>What a reward is compared with: the mean of its group, or of the others in it.</source>
        <translation>Womit eine Belohnung verglichen wird: mit dem Mittel ihrer Gruppe oder dem der anderen darin.</translation>
    </message>
    <message>
        <source>Largest size of an advantage; 0 = no bound.</source>
        <translation>Größter Betrag eines Vorteils; 0 = keine Grenze.</translation>
    </message>
    <message>
        <source>How often groups of equal rewards give their place to other tasks (dynamic sampling); 0 = never.</source>
        <translation>Wie oft Gruppen mit lauter gleichen Belohnungen anderen Aufgaben Platz machen (dynamic sampling); 0 = nie.</translation>
    </message>
    <message>
        <source>What is learnt: the K best of at least min_reward, or the K best whatever they earned (topk_always).</source>
        <translation>Was gelernt wird: die K besten ab min_reward, oder die K besten, was sie auch einbrachten (topk_always).</translation>
    </message>
    <message>
        <source>How much each kept completion weighs: the same, or its reward.</source>
        <translation>Wie viel jede behaltene Antwort wiegt: alle gleich viel oder so viel wie ihre Belohnung.</translation>
    </message>
    <message>
        <source>Weight of the plan&apos;s objective beside that of the code; reward.name = hierarchical only.</source>
        <translation>Gewicht der Zielfunktion des Plans neben der des Codes; nur reward.name = hierarchical.</translation>
    </message>
    <message>
        <source>What code tokens are paid for: a right answer, or as the plan for its speed.</source>
        <translation>Wofür Token des Codes belohnt werden: für eine richtige Antwort oder, wie der Plan, für deren Geschwindigkeit.</translation>
    </message>
    <message>
        <source>What the sum over a class of tokens is divided by: their number, or that of the whole completion.</source>
        <translation>Wodurch die Summe über eine Klasse von Token geteilt wird: deren Anzahl oder die der ganzen Antwort.</translation>
    </message>
    <message>
        <source>What text outside of thinking and code counts as.</source>
        <translation>Als was Text außerhalb von Denken und Code zählt.</translation>
    </message>
    <message>
        <source>Time that a speedup is counted from: that of PyTorch in eager mode, or the shorter one of it and torch.compile.</source>
        <translation>Zeit, gegen die eine Beschleunigung zählt: die von PyTorch im Modus eager oder die kürzere von ihm und torch.compile.</translation>
    </message>
    <message>
        <source>Which speedup is paid: that which a GPU measured, or the modelled one of verify.modelled_device, which needs no GPU.</source>
        <translation>Welche Beschleunigung belohnt wird: die von einer GPU gemessene oder die für verify.modelled_device modellierte, die keine GPU braucht.</translation>
    </message>
    <message>
        <source>Version of the agents&apos; prompt templates.</source>
        <translation>Version der Prompt-Muster der Agenten.</translation>
    </message>
    <message>
        <source>Answers that an earlier agent gives for a task; the fastest verified one is what the next agent works on.</source>
        <translation>Antworten, die ein früherer Agent auf eine Aufgabe gibt; an der schnellsten geprüften arbeitet der nächste Agent.</translation>
    </message>
    <message>
        <source>Tasks that are tried for one place until one has a verified kernel.</source>
        <translation>Aufgaben, die für einen Platz versucht werden, bis eine einen geprüften Kernel hat.</translation>
    </message>
    <message>
        <source>Device that the backend is told to tune for.</source>
        <translation>Gerät, auf das das Backend abstimmen soll.</translation>
    </message>
    <message>
        <source>the name of a device</source>
        <translation>der Name eines Geräts</translation>
    </message>
    <message>
        <source>Keep verdicts and compilations for later runs, and take those of earlier ones where nothing that they rest on has changed.</source>
        <translation>Urteile und Übersetzungen für spätere Läufe aufbewahren und die früherer Läufe nehmen, wo sich nichts geändert hat, worauf sie beruhen.</translation>
    </message>
    <message>
        <source>With verify.keep: days after which they are forgotten.</source>
        <translation>Mit verify.keep: Tage, nach denen sie vergessen werden.</translation>
    </message>
    <message>
        <source>With verify.keep: size beyond which what was used longest ago goes.</source>
        <translation>Mit verify.keep: Größe, ab der das am längsten nicht Genutzte geht.</translation>
    </message>
    <message>
        <source>Base URL of an OpenAI-compatible endpoint whose model gives advice on candidates, such as http://localhost:8000/v1; empty = none.</source>
        <translation>Basis-URL eines OpenAI-kompatiblen Endpunkts, dessen Modell zu Kandidaten Rat gibt, etwa http://localhost:8000/v1; leer = keiner.</translation>
    </message>
    <message>
        <source>The advisor&apos;s model, as the endpoint calls it.</source>
        <translation>Das Modell des Beraters, wie der Endpunkt es nennt.</translation>
    </message>
    <message>
        <source>Name of the environment variable that holds the endpoint&apos;s key; empty = no key is sent. The key itself is never written anywhere.</source>
        <translation>Name der Umgebungsvariablen mit dem Schlüssel des Endpunkts; leer = kein Schlüssel wird gesendet. Der Schlüssel selbst wird nirgends geschrieben.</translation>
    </message>
    <message>
        <source>PEM file with the certificates to trust; empty = those of the system.</source>
        <translation>PEM-Datei mit den Zertifikaten, denen zu trauen ist; leer = die des Systems.</translation>
    </message>
    <message>
        <source>The advisor&apos;s prompt: advisor-1, or a file.</source>
        <translation>Der Prompt des Beraters: advisor-1 oder eine Datei.</translation>
    </message>
    <message>
        <source>advisor-1 or a file</source>
        <translation>advisor-1 oder eine Datei</translation>
    </message>
    <message>
        <source>Sampling temperature of the advisor; 0 = greedy.</source>
        <translation>Temperatur des Beraters beim Ziehen; 0 = greedy.</translation>
    </message>
    <message>
        <source>Share of probability that the advisor samples from; 1 = all.</source>
        <translation>Anteil der Wahrscheinlichkeit, aus dem der Berater zieht; 1 = alles.</translation>
    </message>
    <message>
        <source>Longest answer of the advisor, its reasoning included.</source>
        <translation>Längste Antwort des Beraters, mit seinen Überlegungen.</translation>
    </message>
    <message>
        <source>Longest wait for one answer, seconds.</source>
        <translation>Längste Wartezeit auf eine Antwort, Sekunden.</translation>
    </message>
    <message>
        <source>Questions to the advisor on their way at once.</source>
        <translation>Fragen an den Berater, die zugleich unterwegs sind.</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>With beta: multiply the KL term by the ratio, so that its gradient is that of the KL itself (as DeepSeek-V3.2 and TRL have it); off: the estimator k3 alone, as in GRPO.</source>
        <translation>Mit beta: den KL-Term mit dem Verhältnis multiplizieren, sodass sein Gradient der der KL-Divergenz selbst ist (wie bei DeepSeek-V3.2 und TRL); aus: der k3-Schätzer allein, wie bei GRPO.</translation>
    </message>
    <message>
        <source>An answer with several complete code blocks: the last one counts, or it is invalid.</source>
        <translation>Eine Antwort mit mehreren vollständigen Codeblöcken: Der letzte zählt, oder sie ist ungültig.</translation>
    </message>
    <message>
        <source>Answers that follow one another for each completion of a task, at most: each is asked for with the one before it and what the verifier said of it; grpo and best_of_n only.</source>
        <translation>Höchstzahl der Antworten, die bei jeder Antwort auf eine Aufgabe aufeinander folgen: jede wird mit der davor und dem, was der Prüfer dazu sagte, erfragt; nur grpo und best_of_n.</translation>
    </message>
    <message>
        <source>What a reward weighs in the return of the answer before it; 0 = each answer stands for itself.</source>
        <translation>Gewicht einer Belohnung im Ertrag der Antwort davor; 0 = jede Antwort steht für sich.</translation>
    </message>
    <message>
        <source>Whose returns an advantage compares: answers of the same turn, or all to the same task.</source>
        <translation>Wessen Erträge ein Vorteil vergleicht: Antworten derselben Runde oder alle auf dieselbe Aufgabe.</translation>
    </message>
    <message>
        <source>When no further answer is asked for: settled = after an accepted one whose speed is not known, accepted = after any accepted one, never = not before the last turn.</source>
        <translation>Wann keine weitere Antwort erfragt wird: settled = nach einer angenommenen, deren Tempo nicht bekannt ist, accepted = nach jeder angenommenen, never = nicht vor der letzten Runde.</translation>
    </message>
    <message>
        <source>Version of the prompt template of the second and later turns.</source>
        <translation>Version des Prompt-Musters der zweiten und der späteren Runden.</translation>
    </message>
    <message>
        <source>Answers of a validation sample that follow one another, at most; phases of mid-end and backend are always asked once.</source>
        <translation>Höchstzahl der Antworten einer Validierungsprobe, die aufeinander folgen; Phasen von Mid-End und Backend werden immer einmal gefragt.</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Which of them the curriculum counts as right: correct = those that the verifier accepts; raw = those whose outputs are right on the task&apos;s own inputs, however they came about (rejected ones are judged a second time for that).</source>
        <translation>Welche davon der Lehrplan als richtig zählt: correct = die, die der Prüfer annimmt; raw = die, deren Ausgaben an den eigenen Eingaben der Aufgabe richtig sind, wie auch immer sie entstanden (abgelehnte werden dafür ein zweites Mal beurteilt).</translation>
    </message>
    <message>
        <source>What a speedup s earns: clip2 = min(s / 2, 1), log2 = min(log2(1 + s) / 2, 1), milestones = the share of reward.milestones that it reaches, literal_1.0 = 1 for each measured time; two_agent: log2 = log2(1 + s), milestones as before, else s.</source>
        <translation>Was eine Beschleunigung s einbringt: clip2 = min(s / 2, 1), log2 = min(log2(1 + s) / 2, 1), milestones = der Anteil von reward.milestones, den sie erreicht, literal_1.0 = 1 für jede gemessene Zeit; two_agent: log2 = log2(1 + s), milestones wie zuvor, sonst s.</translation>
    </message>
    <message>
        <source>With reward.score = milestones: speedups in rising order, each worth as much.</source>
        <translation>Mit reward.score = milestones: Beschleunigungen in steigender Folge, jede gleich viel wert.</translation>
    </message>
    <message>
        <source>With verify.atol: outputs are compared by torch.allclose with both, in place of the verifier&apos;s own bounds; every other check stays. none: those bounds.</source>
        <translation>Mit verify.atol: Ausgaben werden durch torch.allclose mit beiden Zahlen verglichen statt durch die Schranken des Prüfers; jede andere Prüfung bleibt. none: diese Schranken.</translation>
    </message>
    <message>
        <source>With verify.rtol: the absolute part of that tolerance, in the unit of the outputs.</source>
        <translation>Mit verify.rtol: der absolute Teil dieser Toleranz, in der Einheit der Ausgaben.</translation>
    </message>
    <message>
        <source>GPU whose speed is modelled for accepted candidates, from what the kernel machine counts; no GPU is needed, nothing is measured. none: no model.</source>
        <translation>GPU, deren Geschwindigkeit für angenommene Kandidaten modelliert wird, aus dem, was die Kernel-Maschine zählt; es braucht keine GPU, nichts wird gemessen. none: kein Modell.</translation>
    </message>
    <message>
        <source>Processor time of the compilation of one kernel, seconds.</source>
        <translation>Prozessorzeit für das Übersetzen eines Kernels, Sekunden.</translation>
    </message>
    <message>
        <source>Processor time of one candidate on one of the task&apos;s own inputs, seconds; all other inputs together have twice as much.</source>
        <translation>Prozessorzeit eines Kandidaten auf einer der eigenen Eingaben der Aufgabe, Sekunden; alle anderen Eingaben zusammen haben doppelt so viel.</translation>
    </message>
    <message>
        <source>What acceptance asks for, with extensions.multi_input: the task&apos;s own kind of inputs, the five of the report, or all that are judged. Failures on the others are shown and flagged.</source>
        <translation>Was die Annahme verlangt, mit extensions.multi_input: Eingaben von der eigenen Art der Aufgabe, die fünf des Berichts oder alle, die beurteilt werden. Fehler auf den anderen werden gezeigt und vermerkt.</translation>
    </message>
    <message>
        <source>How AdamW keeps its two moments; int8: 8 bits a value, scaled in blocks of 2048, which takes a quarter of the memory and changes results a little.</source>
        <translation>Wie AdamW seine zwei Momente hält; int8: 8 Bit je Wert, in Blöcken von 2048 skaliert, was ein Viertel des Speichers braucht und Ergebnisse ein wenig ändert.</translation>
    </message>
    <message>
        <source>Base URL of an OpenAI-compatible endpoint whose model writes the samples in place of the policy, such as http://localhost:8000/v1; empty = the policy.</source>
        <translation>Basis-URL eines OpenAI-kompatiblen Endpunkts, dessen Modell die Antworten an Stelle der Policy schreibt, etwa http://localhost:8000/v1; leer = die Policy.</translation>
    </message>
    <message>
        <source>The model of best_of_n.endpoint, as the endpoint calls it.</source>
        <translation>Das Modell von best_of_n.endpoint, wie der Endpunkt es nennt.</translation>
    </message>
    <message>
        <source>Name of the environment variable that holds the key of best_of_n.endpoint; empty = no key is sent. The key itself is never written anywhere.</source>
        <translation>Name der Umgebungsvariablen mit dem Schlüssel von best_of_n.endpoint; leer = es wird kein Schlüssel gesendet. Der Schlüssel selbst wird nie geschrieben.</translation>
    </message>
    <message>
        <source>Questions to best_of_n.endpoint on their way at once.</source>
        <translation>Fragen an best_of_n.endpoint, die zugleich unterwegs sind.</translation>
    </message>
    <message>
        <source>Products with the frozen base in 8-bit floating point while it learns and many rows are sampled: a fifth faster, the base once more in 8 bits; Ada, Hopper and later GPUs, adapters over bfloat16.</source>
        <translation>Produkte mit der eingefrorenen Basis in 8-Bit-Gleitkomma, beim Lernen und wo viele Zeilen gezogen werden: ein Fünftel schneller, die Basis liegt noch einmal in 8 Bit da; GPUs ab Ada und Hopper, Adapter über bfloat16.</translation>
    </message>
    <message>
        <source>Tokens less probable than this share of the most probable one are not sampled from; 0 = all are.</source>
        <translation>Token, die weniger als diesen Anteil der Wahrscheinlichkeit des wahrscheinlichsten haben, werden nicht gezogen; 0 = alle können es.</translation>
    </message>
    <message>
        <source>Each rank of a run on several GPUs holds a part of the frozen base&apos;s layers, which are put together while they are used: for models that do not fit one GPU; adapters alone, slower.</source>
        <translation>Jeder Rang eines Laufs auf mehreren GPUs hält einen Teil der Schichten des eingefrorenen Basismodells; sie werden zusammengesetzt, während sie gebraucht werden: für Modelle, die nicht auf eine GPU passen; nur mit Adaptern, langsamer.</translation>
    </message>
</context>
<context>
    <name>SplitWords</name>
    <message>
        <source>no thinking section</source>
        <translation>kein Denkabschnitt</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>nicht beurteilt</translation>
    </message>
    <message>
        <source>advantage of plan %1, of code %2</source>
        <translation>Vorteil des Plans %1, des Codes %2</translation>
    </message>
    <message>
        <source>advantage %1</source>
        <translation>Vorteil %1</translation>
    </message>
    <message>
        <source>reward of plan %1, of code %2</source>
        <translation>Belohnung des Plans %1, des Codes %2</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>Belohnung %1</translation>
    </message>
</context>
<context>
    <name>StagePips</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Timing</name>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>replays of a CUDA graph</source>
        <translation>Wiederholungen eines CUDA-Graphen</translation>
    </message>
    <message>
        <source>single calls with their launch</source>
        <translation>Einzelaufrufe mit ihrem Start</translation>
    </message>
    <message>
        <source>one call</source>
        <translation>ein Aufruf</translation>
    </message>
    <message>
        <source>L2 cold</source>
        <translation>L2 kalt</translation>
    </message>
    <message>
        <source>L2 warm</source>
        <translation>L2 warm</translation>
    </message>
    <message>
        <source>%1: one call of each side decides nothing.</source>
        <translation>%1: Ein Aufruf jeder Seite entscheidet nichts.</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, lies above %4.</source>
        <translation>%1: Das Intervall der Beschleunigung, %2 bis %3, liegt über %4.</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, lies below %4.</source>
        <translation>%1: Das Intervall der Beschleunigung, %2 bis %3, liegt unter %4.</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, lies between %4 and %5.</source>
        <translation>%1: Das Intervall der Beschleunigung, %2 bis %3, liegt zwischen %4 und %5.</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, contains %4, so it is not settled on which side of it the candidate is.</source>
        <translation>%1: Das Intervall der Beschleunigung, %2 bis %3, enthält %4; auf welcher Seite davon der Kandidat liegt, ist also nicht entschieden.</translation>
    </message>
    <message>
        <source>IMPOSSIBLE: the candidate takes %1, and nothing that does this work can take less than %2.</source>
        <translation>IMPOSSIBLE: Der Kandidat braucht %1, und nichts, was diese Arbeit tut, kann weniger als %2 brauchen.</translation>
    </message>
    <message>
        <source>IMPOSSIBLE: on values that it has met before the candidate takes %1 of the time of the first round, and the reference does not: it remembers answers.</source>
        <translation>IMPOSSIBLE: Bei Werten, die ihm schon begegnet sind, braucht der Kandidat %1 der Zeit der ersten Runde, die Referenz nicht: Er merkt sich Antworten.</translation>
    </message>
    <message>
        <source>Sides that differ by at most %1 count as the same here.</source>
        <translation>Seiten, die sich um höchstens %1 unterscheiden, gelten hier als gleich.</translation>
    </message>
    <message>
        <source>The candidate takes %1, eager PyTorch %2.</source>
        <translation>Der Kandidat braucht %1, eager PyTorch %2.</translation>
    </message>
    <message>
        <source>Means of %1 and %2 calls without a tenth at both ends, with 95% intervals.</source>
        <translation>Mittel aus %1 und %2 Aufrufen ohne ein Zehntel an beiden Enden, mit 95%-Intervallen.</translation>
    </message>
    <message>
        <source>Medians of %1 and %2 samples with 95% intervals.</source>
        <translation>Mediane aus %1 und %2 Messwerten mit 95%-Intervallen.</translation>
    </message>
    <message>
        <source>1 unit was measured again, because the clock had moved.</source>
        <translation>1 Einheit wurde erneut gemessen, weil sich der Takt verschoben hatte.</translation>
    </message>
    <message numerus="yes">
        <source>%n units were measured again, because the clock had moved.</source>
        <translation>
            <numerusform>%n Einheit wurde erneut gemessen, weil sich der Takt verschoben hatte.</numerusform>
            <numerusform>%n Einheiten wurden erneut gemessen, weil sich der Takt verschoben hatte.</numerusform>
        </translation>
    </message>
    <message>
        <source>The driver says that the clocks were held back by: %1.</source>
        <translation>Laut Treiber wurden die Takte gebremst durch: %1.</translation>
    </message>
    <message>
        <source>the %1 that have to be moved need %2 at the peak of the memory</source>
        <translation>die %1, die zu bewegen sind, brauchen %2 bei Spitzenleistung des Speichers</translation>
    </message>
    <message>
        <source>a kernel that does nothing takes %1</source>
        <translation>ein Kernel, der nichts tut, braucht %1</translation>
    </message>
    <message>
        <source>single calls</source>
        <translation>Einzelaufrufe</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>eager PyTorch</source>
        <translation>eager PyTorch</translation>
    </message>
    <message>
        <source>speedup over eager</source>
        <translation>Beschleunigung gegen eager</translation>
    </message>
    <message>
        <source>Time of eager PyTorch / time of the candidate, above 1 is better</source>
        <translation>Zeit von eager PyTorch / Zeit des Kandidaten, über 1 ist besser</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>speedup over compiled</source>
        <translation>Beschleunigung gegen compiled</translation>
    </message>
    <message>
        <source>%1, candidate</source>
        <translation>%1, Kandidat</translation>
    </message>
    <message>
        <source>%1, eager</source>
        <translation>%1, eager</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <translation>%1 bis %2 %3</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Davor und danach</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM-Takt</translation>
    </message>
    <message>
        <source>MHz</source>
        <translation>MHz</translation>
    </message>
    <message>
        <source>Median, lowest and highest block, from spins of a known number of cycles</source>
        <translation>Median, niedrigster und höchster Block, aus Warteschleifen bekannter Taktzahl</translation>
    </message>
    <message>
        <source>highest SM clock</source>
        <translation>höchster SM-Takt</translation>
    </message>
    <message>
        <source>memory clock</source>
        <translation>Speichertakt</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>held back by</source>
        <translation>gebremst durch</translation>
    </message>
    <message>
        <source>floor</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>moving the bytes</source>
        <translation>Bewegen der Bytes</translation>
    </message>
    <message>
        <source>At the peak bandwidth of this GPU&apos;s memory</source>
        <translation>Bei Spitzenbandbreite des Speichers dieser GPU</translation>
    </message>
    <message>
        <source>empty kernel</source>
        <translation>leerer Kernel</translation>
    </message>
    <message>
        <source>A kernel that does nothing, in the same kind of graph</source>
        <translation>Ein Kernel, der nichts tut, in einem Graphen derselben Art</translation>
    </message>
    <message>
        <source>counts as the same</source>
        <translation>gilt als gleich</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2-Cache</translation>
    </message>
    <message>
        <source>units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Candidate, reference, reference, candidate</source>
        <translation>Kandidat, Referenz, Referenz, Kandidat</translation>
    </message>
    <message>
        <source>units again</source>
        <translation>Einheiten erneut</translation>
    </message>
    <message>
        <source>Measured again because the clock had moved</source>
        <translation>Erneut gemessen, weil sich der Takt verschoben hatte</translation>
    </message>
    <message>
        <source>copies of the inputs</source>
        <translation>Kopien der Eingaben</translation>
    </message>
    <message>
        <source>Candidate / reference: replays go round over them</source>
        <translation>Kandidat / Referenz: Wiederholungen gehen reihum über sie</translation>
    </message>
    <message>
        <source>alone on the GPU</source>
        <translation>allein auf der GPU</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>none of tl.dot</source>
        <translation>keine von tl.dot</translation>
    </message>
    <message>
        <source>%1 bytes read</source>
        <translation>%1 gelesene Bytes</translation>
    </message>
    <message>
        <source>%1 bytes written</source>
        <translation>%1 geschriebene Bytes</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>Floating-point operations of tl.dot</source>
        <translation>Gleitkommaoperationen von tl.dot</translation>
    </message>
    <message>
        <source>%1 bound of an H200</source>
        <translation>%1 Schranke einer H200</translation>
    </message>
    <message>
        <source>%1 µs, by %2</source>
        <translation>%1 µs, durch %2</translation>
    </message>
    <message>
        <source>No H200 can be faster at its published peaks</source>
        <translation>Keine H200 kann bei ihren veröffentlichten Spitzenwerten schneller sein</translation>
    </message>
    <message>
        <source>%1 %2×</source>
        <translation>%1 %2×</translation>
    </message>
    <message>
        <source>%1 (decides)</source>
        <translation>%1 (entscheidet)</translation>
    </message>
    <message>
        <source>over torch.compile</source>
        <translation>gegen torch.compile</translation>
    </message>
    <message>
        <source>GPU time: not measured.</source>
        <translation>GPU-Zeit: nicht gemessen.</translation>
    </message>
    <message>
        <source>No kernel was compiled, so nothing can be said about its speed.</source>
        <translation>Es wurde kein Kernel übersetzt, also lässt sich über seine Geschwindigkeit nichts sagen.</translation>
    </message>
    <message>
        <source>Static facts say this much: an H200 needs at least %1 for what one forward moves and computes; %2 is the limit.</source>
        <translation>So viel sagen die statischen Angaben: Eine H200 braucht mindestens %1 für das, was ein forward bewegt und rechnet; %2 setzt die Grenze.</translation>
    </message>
    <message>
        <source>Static facts of the compiled kernels are in the table.</source>
        <translation>Statische Angaben zu den übersetzten Kerneln stehen in der Tabelle.</translation>
    </message>
    <message>
        <source>%1 registers</source>
        <translation>%1 Register</translation>
    </message>
    <message>
        <source>Per thread</source>
        <translation>Je Thread</translation>
    </message>
    <message>
        <source>%1 spills</source>
        <translation>%1 ausgelagert</translation>
    </message>
    <message>
        <source>4-byte words of local memory per thread</source>
        <translation>4-Byte-Wörter lokalen Speichers je Thread</translation>
    </message>
    <message>
        <source>%1 shared memory</source>
        <translation>%1 gemeinsamer Speicher</translation>
    </message>
    <message>
        <source>Per block</source>
        <translation>Je Block</translation>
    </message>
    <message>
        <source>%1 occupancy</source>
        <translation>%1 Auslastung</translation>
    </message>
    <message>
        <source>Share of 64 warps; the limit is %1</source>
        <translation>Anteil an 64 Warps; die Grenze setzt %1</translation>
    </message>
    <message>
        <source>%1 launches</source>
        <translation>%1 Starts</translation>
    </message>
    <message>
        <source>In one forward call</source>
        <translation>In einem Aufruf von forward</translation>
    </message>
    <message>
        <source>one forward:</source>
        <translation>ein forward:</translation>
    </message>
    <message>
        <source>clocks setting</source>
        <translation>Takteinstellung</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>Leistungsgrenze</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>Hardware-Drosselung</translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation>Sync Boost</translation>
    </message>
    <message>
        <source>software thermal</source>
        <translation>Temperatur (Software)</translation>
    </message>
    <message>
        <source>hardware thermal</source>
        <translation>Temperatur (Hardware)</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>Leistungsbremse</translation>
    </message>
    <message>
        <source>display clocks</source>
        <translation>Anzeigetakt</translation>
    </message>
    <message>
        <source>torch.compile measured</source>
        <translation>torch.compile gemessen</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>In an earlier run, and kept since</source>
        <translation>In einem früheren Lauf, seither aufbewahrt</translation>
    </message>
    <message>
        <source>Modelled for an %1, not measured: %2 against %3 of eager PyTorch, %4×.</source>
        <translation>Für eine %1 modelliert, nicht gemessen: %2 gegen %3 von eager PyTorch, %4×.</translation>
    </message>
    <message>
        <source>modelled time, %1</source>
        <translation>modellierte Zeit, %1</translation>
    </message>
    <message>
        <source>Launches, and for each kernel the longer of its bytes and its operations at the published peaks of an %1; nobody measured it</source>
        <translation>Starts, und je Kernel die längere Zeit aus seinen Bytes und seinen Operationen bei den veröffentlichten Spitzenwerten einer %1; niemand hat sie gemessen</translation>
    </message>
    <message>
        <source>modelled launches, %1</source>
        <translation>modellierte Starts, %1</translation>
    </message>
    <message>
        <source>modelled bytes, %1</source>
        <translation>modellierte Bytes, %1</translation>
    </message>
    <message>
        <source>modelled operations, %1</source>
        <translation>modellierte Operationen, %1</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>modelled speedup</source>
        <translation>modellierte Beschleunigung</translation>
    </message>
    <message>
        <source>Of the model, for an %1; nobody measured it</source>
        <translation>Nach dem Modell, für eine %1; niemand hat sie gemessen</translation>
    </message>
</context>
<context>
    <name>TokenColors</name>
    <message>
        <source>p ≥ %1</source>
        <translation>p ≥ %1</translation>
    </message>
    <message>
        <source>log-probability %1 or more</source>
        <translation>Log-Wahrscheinlichkeit %1 oder mehr</translation>
    </message>
    <message>
        <source>p &lt; %1</source>
        <translation>p &lt; %1</translation>
    </message>
    <message>
        <source>log-probability below %1</source>
        <translation>Log-Wahrscheinlichkeit unter %1</translation>
    </message>
    <message>
        <source>&lt; %1 nat</source>
        <translation>&lt; %1 nat</translation>
    </message>
    <message>
        <source>as open as a choice among up to %1 equal tokens</source>
        <translation>so offen wie eine Wahl unter bis zu %1 gleichen Token</translation>
    </message>
    <message>
        <source>≥ %1 nat</source>
        <translation>≥ %1 nat</translation>
    </message>
    <message>
        <source>as open as a choice among %1 or more equal tokens</source>
        <translation>so offen wie eine Wahl unter %1 oder mehr gleichen Token</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation>Log-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>plan and code</source>
        <translation>Plan und Code</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>thinking, prose, and the end token</source>
        <translation>Denken, Prosa und das Endtoken</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>the extracted block with its fences</source>
        <translation>der entnommene Block mit seinen Begrenzern</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>(kein Text)</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>token %1 of %2 · %3 · id %4 · %5 · p %6 · log p %7 · entropy %8 nat · rank %9</source>
        <translation>Token %1 von %2 · %3 · id %4 · %5 · p %6 · log p %7 · Entropie %8 nat · Rang %9</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keines von beiden</translation>
    </message>
    <message>
        <source>%1: reward %2, advantage %3</source>
        <translation>%1: Belohnung %2, Vorteil %3</translation>
    </message>
    <message>
        <source>%1: reward %2, advantage %3 (%4)</source>
        <translation>%1: Belohnung %2, Vorteil %3 (%4)</translation>
    </message>
    <message>
        <source>the thinking section, and prose where the settings say so</source>
        <translation>der Denkabschnitt, und Prosa, wo die Einstellungen es sagen</translation>
    </message>
    <message>
        <source>prose that learns from neither reward</source>
        <translation>Prosa, die aus keiner der Belohnungen lernt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 plan, %2 code, %3 neither</source>
        <translation>%1 Plan, %2 Code, %3 keines von beiden</translation>
    </message>
    <message>
        <source>%1 plan, %2 code</source>
        <translation>%1 Plan, %2 Code</translation>
    </message>
    <message>
        <source>%1 (%2) · mean log p %3 · perplexity %4 · mean entropy %5 nat</source>
        <translation>%1 (%2) · Mittel log p %3 · Perplexität %4 · mittlere Entropie %5 nat</translation>
    </message>
</context>
<context>
    <name>VerdictWords</name>
    <message>
        <source>tiny</source>
        <translation>tiny</translation>
    </message>
    <message>
        <source>original</source>
        <translation>original</translation>
    </message>
    <message>
        <source>values ×2</source>
        <translation>Werte ×2</translation>
    </message>
    <message>
        <source>The original inputs, floating values doubled.</source>
        <translation>Die ursprünglichen Eingaben, Gleitkommawerte verdoppelt.</translation>
    </message>
    <message>
        <source>new seed</source>
        <translation>neuer Startwert</translation>
    </message>
    <message>
        <source>Inputs and parameters drawn again, in the same tensors.</source>
        <translation>Eingaben und Parameter neu gezogen, in denselben Tensoren.</translation>
    </message>
    <message>
        <source>larger dims</source>
        <translation>größere Maße</translation>
    </message>
    <message>
        <source>Every free size a third larger, and odd.</source>
        <translation>Jede freie Größe um ein Drittel größer, und ungerade.</translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation>anderer Typ</translation>
    </message>
    <message>
        <source>float32 as float16, anything else as float32.</source>
        <translation>float32 als float16, alles andere als float32.</translation>
    </message>
    <message>
        <source>zero mean</source>
        <translation>Mittel null</translation>
    </message>
    <message>
        <source>Floating values of both signs around zero.</source>
        <translation>Gleitkommawerte beider Vorzeichen um null.</translation>
    </message>
    <message>
        <source>few changed</source>
        <translation>wenige geändert</translation>
    </message>
    <message>
        <source>The inputs of the row before in the same tensors, but for a few elements.</source>
        <translation>Die Eingaben der Zeile davor in denselben Tensoren, bis auf wenige Elemente.</translation>
    </message>
    <message>
        <source>large values</source>
        <translation>große Werte</translation>
    </message>
    <message>
        <source>Floating values times 100; integers of both signs.</source>
        <translation>Gleitkommawerte mal 100; ganze Zahlen beider Vorzeichen.</translation>
    </message>
    <message>
        <source>small values</source>
        <translation>kleine Werte</translation>
    </message>
    <message>
        <source>Floating values times 0.001, some lines zero where that is sure to have one answer.</source>
        <translation>Gleitkommawerte mal 0,001, einige Zeilen null, wo das sicher eine Antwort hat.</translation>
    </message>
    <message>
        <source>constant values</source>
        <translation>gleiche Werte</translation>
    </message>
    <message>
        <source>Every floating value is −0.5, or 0.5 where the reference needs that.</source>
        <translation>Jeder Gleitkommawert ist −0,5, oder 0,5, wo die Referenz das braucht.</translation>
    </message>
    <message>
        <source>other numbers</source>
        <translation>andere Zahlen</translation>
    </message>
    <message>
        <source>Numbers given to forward and parameters that no seed changes, moved.</source>
        <translation>Zahlen für forward und Parameter, die kein Startwert ändert, verschoben.</translation>
    </message>
    <message>
        <source>other flags</source>
        <translation>andere Schalter</translation>
    </message>
    <message>
        <source>True and false given to forward, turned.</source>
        <translation>Wahr und falsch für forward, vertauscht.</translation>
    </message>
    <message>
        <source>beyond limits</source>
        <translation>über Grenzen</translation>
    </message>
    <message>
        <source>Values on both sides of the limits that the reference compares with.</source>
        <translation>Werte beiderseits der Grenzen, mit denen die Referenz vergleicht.</translation>
    </message>
    <message>
        <source>not numbers</source>
        <translation>keine Zahlen</translation>
    </message>
    <message>
        <source>Some elements NaN or infinite, where the reference handles that itself.</source>
        <translation>Einige Elemente NaN oder unendlich, wo die Referenz damit selbst umgeht.</translation>
    </message>
    <message>
        <source>eval mode</source>
        <translation>Modus eval</translation>
    </message>
    <message>
        <source>odd dims</source>
        <translation>krumme Maße</translation>
    </message>
    <message>
        <source>Free sizes beyond a power of two that are multiples of nothing convenient.</source>
        <translation>Freie Größen jenseits einer Zweierpotenz, die kein bequemes Vielfaches sind.</translation>
    </message>
    <message>
        <source>one long dim, 1st</source>
        <translation>ein langes Maß, 1.</translation>
    </message>
    <message>
        <source>one long dim, 2nd</source>
        <translation>ein langes Maß, 2.</translation>
    </message>
    <message>
        <source>one long dim, 3rd</source>
        <translation>ein langes Maß, 3.</translation>
    </message>
    <message>
        <source>equal dims apart</source>
        <translation>gleiche Maße getrennt</translation>
    </message>
    <message>
        <source>Sizes that were equal by chance differ.</source>
        <translation>Zufällig gleiche Größen sind verschieden.</translation>
    </message>
    <message>
        <source>dims of one</source>
        <translation>Maße von eins</translation>
    </message>
    <message>
        <source>Free sizes of one.</source>
        <translation>Freie Größen von eins.</translation>
    </message>
    <message>
        <source>strided inputs</source>
        <translation>Eingaben mit Abständen</translation>
    </message>
    <message>
        <source>special values</source>
        <translation>besondere Werte</translation>
    </message>
    <message>
        <source>Some elements are infinite, huge, 0 or −0.</source>
        <translation>Einige Elemente sind unendlich, riesig, 0 oder −0.</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>Matrix products on the GPU round their inputs to TF32, ten bits of mantissa, which is Triton&apos;s default. The result is right within TF32 and would not pass in float32.</source>
        <translation>Matrixprodukte auf der GPU runden ihre Eingaben auf TF32, zehn Bits Mantisse, wie es Tritons Vorgabe ist. Das Ergebnis ist im Rahmen von TF32 richtig und bestünde in float32 nicht.</translation>
    </message>
    <message>
        <source>sanitizer</source>
        <translation>sanitizer</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s compute-sanitizer found something in a kernel on the GPU: memory outside of what is allocated, a race, a read of memory that nobody wrote, or a barrier that not all threads reach. What each of its tools says stands below the inputs.</source>
        <translation>NVIDIAs compute-sanitizer fand etwas in einem Kernel auf der GPU: Speicher außerhalb des belegten, einen Wettlauf, das Lesen nie geschriebenen Speichers oder eine Barriere, die nicht alle Threads erreichen. Was jedes seiner Werkzeuge sagt, steht unter den Eingaben.</translation>
    </message>
    <message>
        <source>Wrong, or fails, when an input is not contiguous. A kernel may ask for contiguous inputs, so this rejects nothing.</source>
        <translation>Falsch oder gescheitert, wenn eine Eingabe nicht zusammenhängend ist. Ein Kernel darf zusammenhängende Eingaben verlangen, also lehnt dies nichts ab.</translation>
    </message>
    <message>
        <source>Differs from PyTorch where inputs are infinite, huge, 0 or −0. An honest reformulation may do that, so this rejects nothing.</source>
        <translation>Weicht von PyTorch ab, wo Eingaben unendlich, riesig, 0 oder −0 sind. Eine ehrliche Umformung darf das, also lehnt dies nichts ab.</translation>
    </message>
    <message>
        <source>small values lost</source>
        <translation>kleine Werte verloren</translation>
    </message>
    <message>
        <source>Zero for elements far below the others, where PyTorch has a value. Honest formulas such as log(1 + exp(x)) do that, so this rejects nothing.</source>
        <translation>Null für Elemente weit unter den anderen, wo PyTorch einen Wert hat. Ehrliche Formeln wie log(1 + exp(x)) tun das, also lehnt dies nichts ab.</translation>
    </message>
    <message>
        <source>state not updated</source>
        <translation>Zustand nicht erneuert</translation>
    </message>
    <message>
        <source>The reference changes a buffer, such as running statistics, that later forwards in train mode do not read; the candidate leaves it. This rejects nothing.</source>
        <translation>Die Referenz ändert einen Puffer, etwa laufende Statistiken, den spätere Aufrufe im Training nicht lesen; der Kandidat lässt ihn. Dies lehnt nichts ab.</translation>
    </message>
    <message>
        <source>compiler crash</source>
        <translation>Absturz des Compilers</translation>
    </message>
    <message>
        <source>Triton&apos;s own compiler crashed on a launch that only unusual sizes lead to. What the kernel computes there was judged all the same.</source>
        <translation>Tritons eigener Compiler stürzte bei einem Start ab, zu dem nur ungewöhnliche Größen führen. Was der Kernel dort rechnet, wurde dennoch beurteilt.</translation>
    </message>
    <message>
        <source>nondeterministic reference</source>
        <translation>Referenz nicht eindeutig</translation>
    </message>
    <message>
        <source>The reference gave two answers to the same inputs with two seeds, in eval mode too. An honest candidate may be rejected for the difference.</source>
        <translation>Die Referenz gab auf gleiche Eingaben mit zwei Startwerten zwei Antworten, auch in eval. Ein ehrlicher Kandidat kann dafür abgelehnt werden.</translation>
    </message>
    <message>
        <source>precision downgrade</source>
        <translation>geringere Genauigkeit</translation>
    </message>
    <message>
        <source>Within the bound, but over 16 times less precise than PyTorch in this dtype: somewhere the candidate computes with fewer bits.</source>
        <translation>In der Schranke, aber über 16-mal ungenauer als PyTorch in diesem Typ: Irgendwo rechnet der Kandidat mit weniger Bits.</translation>
    </message>
    <message>
        <source>non-contiguous output</source>
        <translation>Ausgabe nicht zusammenhängend</translation>
    </message>
    <message>
        <source>The output is not contiguous in memory: what reads it next may be slower, or copy it.</source>
        <translation>Die Ausgabe liegt nicht zusammenhängend im Speicher: Wer sie liest, ist vielleicht langsamer oder kopiert sie.</translation>
    </message>
    <message>
        <source>torch operators</source>
        <translation>torch-Operatoren</translation>
    </message>
    <message>
        <source>Torch operators compute a part of the answer; the policy &quot;best system&quot; allows it.</source>
        <translation>torch-Operatoren rechnen einen Teil der Antwort; die Regel „best system“ erlaubt das.</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>The source calls torch.compile.</source>
        <translation>Der Quelltext ruft torch.compile auf.</translation>
    </message>
    <message>
        <source>try with a fallback</source>
        <translation>try mit Ausweg</translation>
    </message>
    <message>
        <source>An exception handler returns something: the answer may come from another path. This rejects nothing.</source>
        <translation>Eine Ausnahmebehandlung gibt etwas zurück: Die Antwort kommt vielleicht auf anderem Weg. Dies lehnt nichts ab.</translation>
    </message>
    <message>
        <source>calls exec</source>
        <translation>ruft exec auf</translation>
    </message>
    <message>
        <source>The source runs code that it makes as text.</source>
        <translation>Der Quelltext führt Code aus, den er als Text erzeugt.</translation>
    </message>
    <message>
        <source>calls eval</source>
        <translation>ruft eval auf</translation>
    </message>
    <message>
        <source>The source evaluates code that it makes as text.</source>
        <translation>Der Quelltext wertet Code aus, den er als Text erzeugt.</translation>
    </message>
    <message>
        <source>calls compile</source>
        <translation>ruft compile auf</translation>
    </message>
    <message>
        <source>The source compiles code that it makes as text.</source>
        <translation>Der Quelltext übersetzt Code, den er als Text erzeugt.</translation>
    </message>
    <message>
        <source>calls __import__</source>
        <translation>ruft __import__ auf</translation>
    </message>
    <message>
        <source>The source imports by a name made at run time.</source>
        <translation>Der Quelltext importiert über einen zur Laufzeit gebildeten Namen.</translation>
    </message>
    <message>
        <source>calls globals</source>
        <translation>ruft globals auf</translation>
    </message>
    <message>
        <source>The source reads or changes its module by names.</source>
        <translation>Der Quelltext liest oder ändert sein Modul über Namen.</translation>
    </message>
    <message>
        <source>calls open</source>
        <translation>ruft open auf</translation>
    </message>
    <message>
        <source>The source opens files; the sandbox shows it none.</source>
        <translation>Der Quelltext öffnet Dateien; der Sandkasten zeigt ihm keine.</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s), first: %1</source>
        <translation>
            <numerusform>%n Befund, erster: %1</numerusform>
            <numerusform>%n Befunde, erster: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>gemeinsamer Speicher</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>Warps</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>smaller shapes</source>
        <translation>kleinere Formen</translation>
    </message>
    <message>
        <source>The sizes of the task are too large to be judged here; smaller ones of the same kind took their place.</source>
        <translation>Die Größen der Aufgabe sind zu groß, um hier beurteilt zu werden; kleinere der gleichen Art traten an ihre Stelle.</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>aufbewahrt</translation>
    </message>
    <message>
        <source>Judged in an earlier run on the same inputs and kept since; nothing that the verdict rests on has changed. Its times are those of that judgement.</source>
        <translation>In einem früheren Lauf auf denselben Eingaben beurteilt und seither aufbewahrt; nichts, worauf das Urteil beruht, hat sich geändert. Seine Zeiten sind die von damals.</translation>
    </message>
    <message>
        <source>typed tolerance</source>
        <translation>eingegebene Toleranz</translation>
    </message>
    <message>
        <source>Values were compared by torch.allclose with numbers that somebody typed in, not by the verifier&apos;s own bounds: another yardstick, by which other candidates are right.</source>
        <translation>Werte wurden durch torch.allclose mit eingegebenen Zahlen verglichen, nicht durch die Schranken des Prüfers: ein anderer Maßstab, nach dem andere Kandidaten richtig sind.</translation>
    </message>
    <message>
        <source>The smallest sizes that the reference takes.</source>
        <translation>Die kleinsten Größen, die die Referenz annimmt.</translation>
    </message>
    <message>
        <source>As get_inputs() of the reference draws them; judged first.</source>
        <translation>Wie get_inputs() der Referenz sie zieht; zuerst beurteilt.</translation>
    </message>
    <message>
        <source>mixed values</source>
        <translation>gemischte Werte</translation>
    </message>
    <message>
        <source>At the task&apos;s own size, rows of every kind beside each other: negative, times 100, times 0.001, zero, equal, far above and far below zero.</source>
        <translation>In der eigenen Größe der Aufgabe, Zeilen jeder Art nebeneinander: negativ, mal 100, mal 0,001, null, gleich, weit über und weit unter null.</translation>
    </message>
    <message>
        <source>equal values</source>
        <translation>Gleichstände</translation>
    </message>
    <message>
        <source>Many equal values, where the first of them is the answer of an index.</source>
        <translation>Viele gleiche Werte, wo der erste von ihnen als Index die Antwort ist.</translation>
    </message>
    <message>
        <source>Inputs that lie otherwise in memory than the task&apos;s.</source>
        <translation>Eingaben, die anders im Speicher liegen als die der Aufgabe.</translation>
    </message>
    <message>
        <source>own sizes only</source>
        <translation>nur eigene Größen</translation>
    </message>
    <message>
        <source>Refuses sizes that the task does not ask for, with an error that its caller sees. That is no wrong answer, so this rejects nothing.</source>
        <translation>Weist Größen, die die Aufgabe nicht verlangt, mit einem Fehler zurück, den der Aufrufer sieht. Das ist keine falsche Antwort, also lehnt es nichts ab.</translation>
    </message>
    <message>
        <source>own dtype only</source>
        <translation>nur eigener Typ</translation>
    </message>
    <message>
        <source>Refuses a dtype that the task does not ask for, with an error that its caller sees. That is no wrong answer, so this rejects nothing.</source>
        <translation>Weist einen Typ, den die Aufgabe nicht verlangt, mit einem Fehler zurück, den der Aufrufer sieht. Das ist keine falsche Antwort, also lehnt es nichts ab.</translation>
    </message>
    <message>
        <source>fails on other inputs</source>
        <translation>scheitert an anderen Eingaben</translation>
    </message>
    <message>
        <source>Wrong, or fails, on inputs beside those that acceptance asks for: the candidate is not right in general.</source>
        <translation>Falsch oder mit Fehler auf Eingaben neben denen, die die Annahme verlangt: Der Kandidat ist nicht allgemein richtig.</translation>
    </message>
    <message>
        <source>inputs timed out</source>
        <translation>Eingaben nicht fertig</translation>
    </message>
    <message>
        <source>Was not finished in time on some inputs beside the task&apos;s own, which were left out.</source>
        <translation>War auf manchen Eingaben neben denen der Aufgabe nicht rechtzeitig fertig; sie blieben außer Betracht.</translation>
    </message>
    <message>
        <source>equal sizes</source>
        <translation>gleiche Größen</translation>
    </message>
    <message>
        <source>Wrong, or fails, where two sizes differ that the task writes as the same number. They may be meant to be the same, so this rejects nothing.</source>
        <translation>Falsch oder mit Fehler, wo zwei Größen verschieden sind, die die Aufgabe als dieselbe Zahl schreibt. Sie mögen gleich gemeint sein, also lehnt es nichts ab.</translation>
    </message>
    <message>
        <source>packs weights</source>
        <translation>packt Gewichte</translation>
    </message>
    <message>
        <source>Keeps a copy of the weights that it makes once. It is right with the weights of its constructor, and would not follow others that are loaded later.</source>
        <translation>Behält eine Kopie der Gewichte, die einmal gemacht wird. Mit den Gewichten seines Konstruktors ist er richtig; anderen, die später geladen werden, würde er nicht folgen.</translation>
    </message>
    <message>
        <source>few changed again</source>
        <translation>wenige geändert, erneut</translation>
    </message>
    <message>
        <source>Two elements of one input have changed places, for a candidate that may know inputs again.</source>
        <translation>Zwei Elemente einer Eingabe haben die Plätze getauscht, für einen Kandidaten, der Eingaben wiedererkennen kann.</translation>
    </message>
    <message>
        <source>few changed last</source>
        <translation>wenige geändert, zuletzt</translation>
    </message>
    <message>
        <source>One input of the other sign, behind all other inputs, for a candidate that may know inputs again.</source>
        <translation>Eine Eingabe mit umgekehrtem Vorzeichen, nach allen anderen Eingaben, für einen Kandidaten, der Eingaben wiedererkennen kann.</translation>
    </message>
    <message>
        <source>far numbers</source>
        <translation>ferne Zahlen</translation>
    </message>
    <message>
        <source>one flag</source>
        <translation>ein Schalter</translation>
    </message>
    <message>
        <source>One of several flags given to forward, turned alone.</source>
        <translation>Einer von mehreren Schaltern, die forward bekommt, allein umgelegt.</translation>
    </message>
    <message>
        <source>other choices</source>
        <translation>andere Wahl</translation>
    </message>
    <message>
        <source>Another axis, text, 0, 1 or −1 given to forward, or another value than a default.</source>
        <translation>Eine andere Achse, ein anderer Text, 0, 1 oder −1 an forward, oder ein anderer Wert als der vorgegebene.</translation>
    </message>
    <message>
        <source>on edges</source>
        <translation>auf Kanten</translation>
    </message>
    <message>
        <source>Some elements equal to the numbers that the reference compares or rounds them with.</source>
        <translation>Einige Elemente gleichen den Zahlen, mit denen die Referenz sie vergleicht oder rundet.</translation>
    </message>
    <message>
        <source>peaks</source>
        <translation>Spitzen</translation>
    </message>
    <message>
        <source>The largest and the smallest element of each row lie at another place each time.</source>
        <translation>Das größte und das kleinste Element jeder Zeile liegen jedes Mal an anderer Stelle.</translation>
    </message>
    <message>
        <source>The largest free size is long, the others are 1 or 2.</source>
        <translation>Die größte freie Größe ist lang, die anderen sind 1 oder 2.</translation>
    </message>
    <message>
        <source>The second free size is long, the others are 1 or 2.</source>
        <translation>Die zweite freie Größe ist lang, die anderen sind 1 oder 2.</translation>
    </message>
    <message>
        <source>The third free size is long, the others are 1 or 2.</source>
        <translation>Die dritte freie Größe ist lang, die anderen sind 1 oder 2.</translation>
    </message>
    <message>
        <source>one long dim, 1st, again</source>
        <translation>ein langes Maß, 1., erneut</translation>
    </message>
    <message>
        <source>The largest free size is long, another multiple than before, the others are 2 or 1.</source>
        <translation>Die größte freie Größe ist lang, ein anderes Vielfaches als zuvor, die anderen sind 2 oder 1.</translation>
    </message>
    <message>
        <source>one long dim, 2nd, again</source>
        <translation>ein langes Maß, 2., erneut</translation>
    </message>
    <message>
        <source>The second free size is long, another multiple than before, the others are 2 or 1.</source>
        <translation>Die zweite freie Größe ist lang, ein anderes Vielfaches als zuvor, die anderen sind 2 oder 1.</translation>
    </message>
    <message>
        <source>far sizes</source>
        <translation>ferne Größen</translation>
    </message>
    <message>
        <source>One size beyond all blocks and programs, for kernels that are the same for all sizes.</source>
        <translation>Eine Größe jenseits aller Blöcke und Programme, für Kernel, die für alle Größen dieselben sind.</translation>
    </message>
    <message>
        <source>own choices only</source>
        <translation>nur eigene Wahl</translation>
    </message>
    <message>
        <source>halved</source>
        <translation>halbiert</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with the largest halved, for candidates that refuse others.</source>
        <translation>Die eigenen Größen der Aufgabe, die größte halbiert, für Kandidaten, die andere zurückweisen.</translation>
    </message>
    <message>
        <source>doubled</source>
        <translation>verdoppelt</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with the largest doubled, for candidates that refuse others.</source>
        <translation>Die eigenen Größen der Aufgabe, die größte verdoppelt, für Kandidaten, die andere zurückweisen.</translation>
    </message>
    <message>
        <source>rescaled</source>
        <translation>umskaliert</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with another one halved or doubled, for candidates that refuse others.</source>
        <translation>Die eigenen Größen der Aufgabe, eine andere halbiert oder verdoppelt, für Kandidaten, die andere zurückweisen.</translation>
    </message>
    <message>
        <source>Numbers given to forward, several times as large.</source>
        <translation>Zahlen, die forward bekommt, um ein Vielfaches größer.</translation>
    </message>
    <message>
        <source>turned numbers</source>
        <translation>gewendete Zahlen</translation>
    </message>
    <message>
        <source>Numbers given to forward, of the other sign.</source>
        <translation>Zahlen, die forward bekommt, mit anderem Vorzeichen.</translation>
    </message>
    <message>
        <source>The model in eval(), where the others are judged training; with gradients on.</source>
        <translation>Das Modell in eval(), wo die anderen im Training beurteilt werden; mit eingeschalteten Gradienten.</translation>
    </message>
    <message>
        <source>all zero</source>
        <translation>alles null</translation>
    </message>
    <message>
        <source>One floating input of zeros; compared coarsely: NaN, infinity and values far off are wrong.</source>
        <translation>Ein Gleitkomma-Eingang aus Nullen; grob verglichen: NaN, unendliche und weit entfernte Werte sind falsch.</translation>
    </message>
    <message>
        <source>equal rows</source>
        <translation>gleiche Zeilen</translation>
    </message>
    <message>
        <source>Rows of one number each, far from zero; compared coarsely: NaN, infinity and values far off are wrong.</source>
        <translation>Zeilen aus je einer Zahl, weit von null; grob verglichen: NaN, unendliche und weit entfernte Werte sind falsch.</translation>
    </message>
    <message>
        <source>one uneven</source>
        <translation>eine ungerade</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with one of them odd and larger, for candidates that refuse others.</source>
        <translation>Die eigenen Größen der Aufgabe, eine davon ungerade und größer, für Kandidaten, die andere zurückweisen.</translation>
    </message>
    <message>
        <source>ones grown</source>
        <translation>Einsen vergrößert</translation>
    </message>
    <message>
        <source>Sizes of one or none, such as of a batch of one, are larger.</source>
        <translation>Größen von eins oder null, etwa eines Batches von eins, sind größer.</translation>
    </message>
    <message>
        <source>longer lists</source>
        <translation>längere Listen</translation>
    </message>
    <message>
        <source>Lists given to forward hold one more.</source>
        <translation>Listen, die forward bekommt, enthalten eins mehr.</translation>
    </message>
    <message>
        <source>shorter lists</source>
        <translation>kürzere Listen</translation>
    </message>
    <message>
        <source>Lists given to forward hold one less.</source>
        <translation>Listen, die forward bekommt, enthalten eins weniger.</translation>
    </message>
    <message>
        <source>third dtype</source>
        <translation>dritter Typ</translation>
    </message>
    <message>
        <source>float32 and float16 as bfloat16, bfloat16 as float16, at small sizes.</source>
        <translation>float32 und float16 als bfloat16, bfloat16 als float16, bei kleinen Größen.</translation>
    </message>
    <message>
        <source>other integers</source>
        <translation>andere Ganzzahlen</translation>
    </message>
    <message>
        <source>Whole numbers of 64 bits in 32, and those of 32 bits in 64.</source>
        <translation>Ganze Zahlen von 64 Bit in 32 und die von 32 Bit in 64.</translation>
    </message>
    <message>
        <source>other branches</source>
        <translation>andere Zweige</translation>
    </message>
    <message>
        <source>A size, number or value beyond one that the reference compares with in Python, so that it goes another way.</source>
        <translation>Eine Größe, eine Zahl oder ein Wert jenseits dessen, womit die Referenz in Python vergleicht, sodass sie einen anderen Weg geht.</translation>
    </message>
    <message>
        <source>other weights</source>
        <translation>andere Gewichte</translation>
    </message>
    <message>
        <source>Learnt weights drawn anew by another rule than the reference&apos;s own, as training leaves them.</source>
        <translation>Gelernte Gewichte, nach einer anderen Regel als der der Referenz neu gezogen, wie Training sie hinterlässt.</translation>
    </message>
    <message>
        <source>equal dims</source>
        <translation>gleiche Maße</translation>
    </message>
    <message>
        <source>Free sizes all the same, and the same as one of a weight.</source>
        <translation>Alle freien Größen gleich, und gleich einer der Gewichte.</translation>
    </message>
    <message>
        <source>one-sided values</source>
        <translation>Werte an den Enden</translation>
    </message>
    <message>
        <source>Floating values near the ends of the range that the task draws; most of the whole numbers the same.</source>
        <translation>Gleitkommawerte nahe den Enden des Bereichs, aus dem die Aufgabe zieht; die meisten ganzen Zahlen gleich.</translation>
    </message>
    <message>
        <source>all magnitudes</source>
        <translation>alle Größenordnungen</translation>
    </message>
    <message>
        <source>Floating values of all sizes, up to a million times those of the task.</source>
        <translation>Gleitkommawerte aller Größen, bis zum Millionenfachen derer der Aufgabe.</translation>
    </message>
    <message>
        <source>wide sizes</source>
        <translation>breite Größen</translation>
    </message>
    <message>
        <source>Two sizes at once beyond several tiles, the others small.</source>
        <translation>Zwei Größen zugleich jenseits mehrerer Kacheln, die anderen klein.</translation>
    </message>
    <message>
        <source>blocks of 128</source>
        <translation>Blöcke zu 128</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 128, for kernels with such a block.</source>
        <translation>Die größte freie Größe ist drei oder fünf Blöcke zu 128, für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>blocks of 256</source>
        <translation>Blöcke zu 256</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 256, for kernels with such a block.</source>
        <translation>Die größte freie Größe ist drei oder fünf Blöcke zu 256, für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>blocks of 512</source>
        <translation>Blöcke zu 512</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 512, for kernels with such a block.</source>
        <translation>Die größte freie Größe ist drei oder fünf Blöcke zu 512, für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>blocks of 1024</source>
        <translation>Blöcke zu 1024</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 1024, for kernels with such a block.</source>
        <translation>Die größte freie Größe ist drei oder fünf Blöcke zu 1024, für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>named sizes</source>
        <translation>benannte Größen</translation>
    </message>
    <message>
        <source>The largest free size beyond a number that the candidate&apos;s text names.</source>
        <translation>Die größte freie Größe liegt über einer Zahl, die der Text des Kandidaten nennt.</translation>
    </message>
    <message>
        <source>named sizes, 2nd</source>
        <translation>benannte Größen, 2.</translation>
    </message>
    <message>
        <source>The second free size beyond a number that the candidate&apos;s text names.</source>
        <translation>Die zweite freie Größe liegt über einer Zahl, die der Text des Kandidaten nennt.</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>zugleich</translation>
    </message>
    <message>
        <source>Several things at once, as the seed says: sizes, values, dtype, mode, numbers and flags.</source>
        <translation>Mehreres zugleich, wie der Startwert es sagt: Größen, Werte, Datentyp, Modus, Zahlen und Schalter.</translation>
    </message>
    <message>
        <source>at once, 2nd</source>
        <translation>zugleich, 2.</translation>
    </message>
    <message>
        <source>Several things at once, as the seed says, drawn anew.</source>
        <translation>Mehreres zugleich, wie der Startwert es sagt, neu gezogen.</translation>
    </message>
    <message>
        <source>far below zero</source>
        <translation>weit unter null</translation>
    </message>
    <message>
        <source>All numbers far below zero, below what a kernel may write for minus infinity.</source>
        <translation>Alle Zahlen weit unter null, unter dem, was ein Kernel für minus unendlich schreiben mag.</translation>
    </message>
    <message>
        <source>named sizes, farthest</source>
        <translation>benannte Größen, am weitesten</translation>
    </message>
    <message>
        <source>The largest free size beyond the largest product of two numbers of the candidate&apos;s text.</source>
        <translation>Die größte freie Größe jenseits des größten Produkts zweier Zahlen aus dem Text des Kandidaten.</translation>
    </message>
    <message>
        <source>named sizes, farthest, 2nd</source>
        <translation>benannte Größen, am weitesten, 2.</translation>
    </message>
    <message>
        <source>The second free size beyond the largest product of two numbers of the candidate&apos;s text.</source>
        <translation>Die zweite freie Größe jenseits des größten Produkts zweier Zahlen aus dem Text des Kandidaten.</translation>
    </message>
    <message>
        <source>Values beside numbers that the candidate&apos;s kernels compare with.</source>
        <translation>Werte neben Zahlen, mit denen die Kernel des Kandidaten vergleichen.</translation>
    </message>
    <message>
        <source>Values beyond what the candidate&apos;s kernels compare with, where nothing has reached it.</source>
        <translation>Werte jenseits dessen, womit die Kernel des Kandidaten vergleichen, wo nichts es erreicht hat.</translation>
    </message>
    <message>
        <source>compared numbers</source>
        <translation>verglichene Zahlen</translation>
    </message>
    <message>
        <source>compared numbers, beyond</source>
        <translation>verglichene Zahlen, darüber hinaus</translation>
    </message>
    <message>
        <source>other features</source>
        <translation>andere Merkmale</translation>
    </message>
    <message>
        <source>Other sizes of weights than the task&apos;s, given to the constructor, beyond a block of 128.</source>
        <translation>Andere Größen der Gewichte als die der Aufgabe, dem Konstruktor übergeben, über einen Block von 128 hinaus.</translation>
    </message>
    <message>
        <source>far features</source>
        <translation>ferne Merkmale</translation>
    </message>
    <message>
        <source>One size of the weights beyond a block of 1024, given to the constructor.</source>
        <translation>Eine Größe der Gewichte über einen Block von 1024 hinaus, dem Konstruktor übergeben.</translation>
    </message>
    <message>
        <source>Refuses another axis, text, option or size of its weights than the task&apos;s, with an error that its caller sees. That is no wrong answer, so this rejects nothing.</source>
        <translation>Weist eine andere Achse, einen anderen Text, eine andere Option oder andere Größen der Gewichte als die der Aufgabe zurück, mit einem Fehler, den der Aufrufer sieht. Das ist keine falsche Antwort, daher führt es zu keiner Ablehnung.</translation>
    </message>
    <message>
        <source>Sizes a little below the task&apos;s own: a block of the next power of two is the same.</source>
        <translation>Größen etwas unter denen der Aufgabe: Ein Block der nächsten Zweierpotenz ist derselbe.</translation>
    </message>
    <message>
        <source>near own sizes</source>
        <translation>nahe den eigenen Größen</translation>
    </message>
    <message>
        <source>numbers of zero</source>
        <translation>Zahlen null</translation>
    </message>
    <message>
        <source>Numbers given to forward are zero.</source>
        <translation>Zahlen, die forward bekommt, sind null.</translation>
    </message>
    <message>
        <source>infinite number</source>
        <translation>unendliche Zahl</translation>
    </message>
    <message>
        <source>One of the numbers given to forward is infinite, where not much of the answer is.</source>
        <translation>Eine der Zahlen, die forward bekommt, ist unendlich, wo von der Antwort wenig unendlich ist.</translation>
    </message>
    <message>
        <source>whole numbers</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <source>Numbers given to forward are whole, and values of both signs.</source>
        <translation>Zahlen, die forward bekommt, sind ganz, und Werte haben beide Vorzeichen.</translation>
    </message>
    <message>
        <source>one left out</source>
        <translation>eines weggelassen</translation>
    </message>
    <message>
        <source>None in the place of an argument that forward need not be given.</source>
        <translation>None anstelle eines Arguments, das forward nicht braucht.</translation>
    </message>
    <message>
        <source>another left out</source>
        <translation>ein anderes weggelassen</translation>
    </message>
    <message>
        <source>None in the place of another argument that forward need not be given.</source>
        <translation>None anstelle eines anderen Arguments, das forward nicht braucht.</translation>
    </message>
    <message>
        <source>lists of one</source>
        <translation>Listen mit einem</translation>
    </message>
    <message>
        <source>Lists given to forward hold their first item alone.</source>
        <translation>Listen, die forward bekommt, haben nur ihren ersten Eintrag.</translation>
    </message>
    <message>
        <source>uneven lists</source>
        <translation>ungleiche Listen</translation>
    </message>
    <message>
        <source>Each tensor of a list has a size of its own, where the task&apos;s are of one shape.</source>
        <translation>Jeder Tensor einer Liste hat eine eigene Größe, wo die der Aufgabe von einer Form sind.</translation>
    </message>
    <message>
        <source>third dtype, one long dim</source>
        <translation>dritter dtype, eine lange Dimension</translation>
    </message>
    <message>
        <source>The third dtype where the largest free size is long.</source>
        <translation>Der dritte dtype, wo die größte freie Größe lang ist.</translation>
    </message>
    <message>
        <source>empty parts</source>
        <translation>leere Teile</translation>
    </message>
    <message>
        <source>Some parts that whole numbers tell of, such as sequences or experts, have nothing.</source>
        <translation>Einige Teile, von denen ganze Zahlen sprechen, etwa Sequenzen oder Experten, haben nichts.</translation>
    </message>
    <message>
        <source>whole blocks, apart</source>
        <translation>ganze Blöcke, verschieden</translation>
    </message>
    <message>
        <source>Free sizes are whole blocks, and each another number of them.</source>
        <translation>Freie Größen sind ganze Blöcke, jede eine andere Anzahl davon.</translation>
    </message>
    <message>
        <source>whole blocks, apart, 2nd</source>
        <translation>ganze Blöcke, verschieden, 2.</translation>
    </message>
    <message>
        <source>The same with the largest of those sizes the least.</source>
        <translation>Dasselbe mit der größten dieser Größen als kleinster.</translation>
    </message>
    <message>
        <source>harsh values beyond</source>
        <translation>harte Werte jenseits</translation>
    </message>
    <message>
        <source>At larger sizes, for which the candidate has other kernels: rows of every kind beside each other.</source>
        <translation>Bei größeren Größen, für die der Kandidat andere Kernel hat: Zeilen jeder Art nebeneinander.</translation>
    </message>
    <message>
        <source>harsh values beyond, 2nd</source>
        <translation>harte Werte jenseits, 2.</translation>
    </message>
    <message>
        <source>The same at other sizes, for which it has yet other kernels.</source>
        <translation>Dasselbe bei anderen Größen, für die er wieder andere Kernel hat.</translation>
    </message>
    <message>
        <source>edges beyond</source>
        <translation>Kanten jenseits</translation>
    </message>
    <message>
        <source>At such sizes, values that the reference compares or rounds.</source>
        <translation>Bei solchen Größen Werte, die die Referenz vergleicht oder rundet.</translation>
    </message>
    <message>
        <source>arguments beyond</source>
        <translation>Argumente jenseits</translation>
    </message>
    <message>
        <source>dtype beyond</source>
        <translation>dtype jenseits</translation>
    </message>
    <message>
        <source>At such sizes, another dtype.</source>
        <translation>Bei solchen Größen ein anderer dtype.</translation>
    </message>
    <message>
        <source>drawn larger</source>
        <translation>größer gezogen</translation>
    </message>
    <message>
        <source>As get_inputs() draws them with one of its whole numbers several times as large.</source>
        <translation>Wie get_inputs() sie mit einer seiner ganzen Zahlen zieht, die mehrfach so groß ist.</translation>
    </message>
    <message>
        <source>drawn larger, 2nd</source>
        <translation>größer gezogen, 2.</translation>
    </message>
    <message>
        <source>The same with another one of its numbers.</source>
        <translation>Dasselbe mit einer anderen seiner Zahlen.</translation>
    </message>
    <message>
        <source>drawn larger, 3rd</source>
        <translation>größer gezogen, 3.</translation>
    </message>
    <message>
        <source>The same with yet another one of its numbers.</source>
        <translation>Dasselbe mit noch einer anderen seiner Zahlen.</translation>
    </message>
    <message>
        <source>unpromised values</source>
        <translation>nicht versprochene Werte</translation>
    </message>
    <message>
        <source>Values without what all draws of the task have in common, such as an order.</source>
        <translation>Werte ohne das, was alle Ziehungen der Aufgabe gemeinsam haben, etwa eine Ordnung.</translation>
    </message>
    <message>
        <source>a dim of zero</source>
        <translation>eine Dimension null</translation>
    </message>
    <message>
        <source>One of the sizes is none.</source>
        <translation>Eine der Größen ist null.</translation>
    </message>
    <message>
        <source>promised values</source>
        <translation>versprochene Werte</translation>
    </message>
    <message>
        <source>Wrong, or fails, on values without what all draws of the task have in common: an order, an identity, halves that are alike. They may be promised, so this rejects nothing.</source>
        <translation>Falsch oder scheitert bei Werten ohne das, was alle Ziehungen der Aufgabe gemeinsam haben: eine Ordnung, eine Identität, gleiche Hälften. Das kann versprochen sein, daher weist dies nichts ab.</translation>
    </message>
    <message>
        <source>dim of zero</source>
        <translation>Dimension null</translation>
    </message>
    <message>
        <source>Wrong, or fails, where one of the sizes is none, as of an empty batch.</source>
        <translation>Falsch oder scheitert, wo eine der Größen null ist, etwa bei einem leeren Batch.</translation>
    </message>
    <message>
        <source>warp in step</source>
        <translation>Warp im Gleichschritt</translation>
    </message>
    <message>
        <source>Threads of one warp meet in memory without a barrier. A GPU&apos;s warp goes in step and keeps their order, which nothing promises: a barrier (tl.debug_barrier) would.</source>
        <translation>Threads eines Warps treffen sich im Speicher ohne Barriere. Der Warp einer GPU geht im Gleichschritt und hält ihre Reihenfolge, was nichts verspricht: Eine Barriere (tl.debug_barrier) täte es.</translation>
    </message>
    <message>
        <source>changes torch</source>
        <translation>ändert torch</translation>
    </message>
    <message>
        <source>Changes a setting or a function of torch that all of a process share. What runs beside it, such as a reference, may answer otherwise or take another time.</source>
        <translation>Ändert eine Einstellung oder Funktion von torch, die alle in einem Prozess teilen. Was daneben läuft, etwa eine Referenz, kann anders antworten oder eine andere Zeit brauchen.</translation>
    </message>
    <message>
        <source>few inputs</source>
        <translation>wenige Eingaben</translation>
    </message>
    <message>
        <source>Few inputs beside the task&apos;s own suited this task, or could be afforded: what was not tried may be wrong.</source>
        <translation>Neben denen der Aufgabe passten wenige Eingaben zu dieser Aufgabe oder waren erschwinglich: Was nicht versucht wurde, kann falsch sein.</translation>
    </message>
    <message>
        <source>all true</source>
        <translation>alles wahr</translation>
    </message>
    <message>
        <source>All of true and false given to forward is true.</source>
        <translation>Alles, was forward an wahr und falsch bekommt, ist wahr.</translation>
    </message>
    <message>
        <source>all false</source>
        <translation>alles falsch</translation>
    </message>
    <message>
        <source>All of true and false given to forward is false.</source>
        <translation>Alles, was forward an wahr und falsch bekommt, ist falsch.</translation>
    </message>
    <message>
        <source>At such sizes, other numbers and choices given to forward.</source>
        <translation>Bei solchen Größen andere Zahlen und Wahlen für forward.</translation>
    </message>
    <message>
        <source>other settings</source>
        <translation>andere Einstellungen</translation>
    </message>
    <message>
        <source>Another number or text given to the constructor than the task&apos;s.</source>
        <translation>Eine andere Zahl oder ein anderer Text für den Konstruktor als in der Aufgabe.</translation>
    </message>
    <message>
        <source>other settings, 2nd</source>
        <translation>andere Einstellungen, 2.</translation>
    </message>
    <message>
        <source>The same with another one of its arguments.</source>
        <translation>Dasselbe mit einem anderen seiner Argumente.</translation>
    </message>
    <message>
        <source>fixed settings</source>
        <translation>feste Einstellungen</translation>
    </message>
    <message>
        <source>counts in torch</source>
        <translation>zählt in torch</translation>
    </message>
    <message>
        <source>settings that may have to fit</source>
        <translation>Einstellungen, die passen müssen mögen</translation>
    </message>
    <message>
        <source>Another number given to the constructor, which may have to fit the sizes of inputs.</source>
        <translation>Eine andere Zahl für den Konstruktor, die zu den Größen der Eingaben passen müssen mag.</translation>
    </message>
    <message>
        <source>settings that may have to fit, 2nd</source>
        <translation>Einstellungen, die passen müssen mögen, 2.</translation>
    </message>
    <message>
        <source>changes the process</source>
        <translation>ändert den Prozess</translation>
    </message>
    <message>
        <source>Changes a setting or a function of Python, NumPy or Triton, or the environment, that all of a process share. What runs beside it may go another way.</source>
        <translation>Ändert eine Einstellung oder Funktion von Python, NumPy oder Triton oder die Umgebung, die alle in einem Prozess teilen. Was daneben läuft, kann einen anderen Weg gehen.</translation>
    </message>
    <message>
        <source>other state</source>
        <translation>anderer Zustand</translation>
    </message>
    <message>
        <source>Parameters and buffers have other names or shapes than the reference&apos;s: a checkpoint of the reference does not load as it is. Weights were copied in their order.</source>
        <translation>Parameter und Puffer haben andere Namen oder Formen als die der Referenz: Ein Speicherpunkt der Referenz lässt sich nicht unverändert laden. Gewichte wurden in ihrer Reihenfolge kopiert.</translation>
    </message>
    <message>
        <source>untried lines</source>
        <translation>nicht durchlaufene Zeilen</translation>
    </message>
    <message>
        <source>Lines of its Python ran on no input, though the function around them did: a size, a dtype or a setting leads there that was not tried. Nothing is known of what they do.</source>
        <translation>Zeilen seines Pythons liefen bei keiner Eingabe, obwohl die Funktion um sie herum lief: dorthin führt eine Größe, ein Datentyp oder eine Einstellung, die nicht probiert wurde. Was sie tun, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>about an epsilon</source>
        <translation>um ein Epsilon</translation>
    </message>
    <message>
        <source>Lines of values about as small as what the reference adds before it divides or takes a root.</source>
        <translation>Zeilen mit Werten etwa so klein wie das, was die Referenz addiert, bevor sie teilt oder eine Wurzel zieht.</translation>
    </message>
    <message>
        <source>at once, 3rd</source>
        <translation>zugleich, 3.</translation>
    </message>
    <message>
        <source>at once, 4th</source>
        <translation>zugleich, 4.</translation>
    </message>
    <message>
        <source>eval mode again</source>
        <translation>Modus eval noch einmal</translation>
    </message>
    <message>
        <source>Other values in the same tensors, behind eval mode.</source>
        <translation>Andere Werte in denselben Tensoren, hinter dem Modus eval.</translation>
    </message>
    <message>
        <source>third dtype again</source>
        <translation>dritter Typ noch einmal</translation>
    </message>
    <message>
        <source>Other values in the same tensors, behind the third dtype.</source>
        <translation>Andere Werte in denselben Tensoren, hinter dem dritten Typ.</translation>
    </message>
    <message>
        <source>long size again</source>
        <translation>langes Maß noch einmal</translation>
    </message>
    <message>
        <source>Other values in the same tensors, behind the longest size.</source>
        <translation>Andere Werte in denselben Tensoren, hinter der längsten Größe.</translation>
    </message>
    <message>
        <source>one more than blocks</source>
        <translation>eins mehr als Blöcke</translation>
    </message>
    <message>
        <source>The largest size one more than a whole number of blocks, and the number of elements too.</source>
        <translation>Die größte Größe um eins über einer ganzen Zahl von Blöcken, und die Zahl der Elemente auch.</translation>
    </message>
    <message>
        <source>other settings, 3rd</source>
        <translation>andere Einstellungen, 3.</translation>
    </message>
    <message>
        <source>The same with yet another one.</source>
        <translation>Dasselbe mit noch einem anderen.</translation>
    </message>
    <message>
        <source>other settings, 4th</source>
        <translation>andere Einstellungen, 4.</translation>
    </message>
    <message>
        <source>far settings</source>
        <translation>ferne Einstellungen</translation>
    </message>
    <message>
        <source>A number given to the constructor several times as large as the task&apos;s.</source>
        <translation>Eine Zahl für den Konstruktor, mehrmals so groß wie die der Aufgabe.</translation>
    </message>
    <message>
        <source>far settings, 2nd</source>
        <translation>ferne Einstellungen, 2.</translation>
    </message>
    <message>
        <source>settings together</source>
        <translation>Einstellungen zusammen</translation>
    </message>
    <message>
        <source>All the arguments of the constructor at once that were others one by one.</source>
        <translation>Alle Argumente des Konstruktors zugleich, die einzeln andere waren.</translation>
    </message>
    <message>
        <source>composed settings</source>
        <translation>zusammengesetzte Einstellungen</translation>
    </message>
    <message>
        <source>Another argument of the constructor with other sizes, values or another dtype.</source>
        <translation>Ein anderes Argument des Konstruktors mit anderen Größen, Werten oder einem anderen Datentyp.</translation>
    </message>
    <message>
        <source>composed settings, 2nd</source>
        <translation>zusammengesetzte Einstellungen, 2.</translation>
    </message>
    <message>
        <source>The same with other ones.</source>
        <translation>Dasselbe mit anderen.</translation>
    </message>
    <message>
        <source>composed settings, 3rd</source>
        <translation>zusammengesetzte Einstellungen, 3.</translation>
    </message>
    <message>
        <source>without one output</source>
        <translation>ohne eine Ausgabe</translation>
    </message>
    <message>
        <source>Values on which one of several outputs overflows or hangs on a rounding: the others are compared.</source>
        <translation>Werte, bei denen eine von mehreren Ausgaben überläuft oder an einer Rundung hängt: Die anderen Ausgaben werden verglichen.</translation>
    </message>
    <message>
        <source>without one output, 2nd</source>
        <translation>ohne eine Ausgabe, 2.</translation>
    </message>
    <message>
        <source>The same with other values.</source>
        <translation>Dasselbe mit anderen Werten.</translation>
    </message>
    <message>
        <source>without one output, 3rd</source>
        <translation>ohne eine Ausgabe, 3.</translation>
    </message>
    <message>
        <source>one long dim, harsh</source>
        <translation>eine lange Dimension, hart</translation>
    </message>
    <message>
        <source>A long size, as in one long dim, with rows of every kind beside each other.</source>
        <translation>Eine lange Größe wie bei einer langen Dimension, mit Zeilen jeder Art nebeneinander.</translation>
    </message>
    <message>
        <source>own way, harsh values</source>
        <translation>eigener Weg, harte Werte</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own: rows of every kind beside each other.</source>
        <translation>Argumente oder Einstellungen, bei denen der Kandidat einen eigenen Weg geht: Zeilen jeder Art nebeneinander.</translation>
    </message>
    <message>
        <source>own way, harsh values, 2nd</source>
        <translation>eigener Weg, harte Werte, 2.</translation>
    </message>
    <message>
        <source>own way, harsh values, 3rd</source>
        <translation>eigener Weg, harte Werte, 3.</translation>
    </message>
    <message>
        <source>own way, other sizes</source>
        <translation>eigener Weg, andere Größen</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own, at other sizes.</source>
        <translation>Argumente oder Einstellungen, bei denen der Kandidat einen eigenen Weg geht, bei anderen Größen.</translation>
    </message>
    <message>
        <source>own way, other sizes, 2nd</source>
        <translation>eigener Weg, andere Größen, 2.</translation>
    </message>
    <message>
        <source>own way, other sizes, 3rd</source>
        <translation>eigener Weg, andere Größen, 3.</translation>
    </message>
    <message>
        <source>past blocks of 512</source>
        <translation>jenseits von Blöcken von 512</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 512, with many rows of every kind; for kernels with such a block.</source>
        <translation>Die größte Größe jenseits von Blöcken von 512, mit vielen Zeilen jeder Art; für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>past blocks of 1024</source>
        <translation>jenseits von Blöcken von 1024</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 1024, with many rows of every kind; for kernels with such a block.</source>
        <translation>Die größte Größe jenseits von Blöcken von 1024, mit vielen Zeilen jeder Art; für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>past blocks of 2048</source>
        <translation>jenseits von Blöcken von 2048</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 2048, with many rows of every kind; for kernels with such a block.</source>
        <translation>Die größte Größe jenseits von Blöcken von 2048, mit vielen Zeilen jeder Art; für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>past blocks of 4096</source>
        <translation>jenseits von Blöcken von 4096</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 4096, with many rows of every kind; for kernels with such a block.</source>
        <translation>Die größte Größe jenseits von Blöcken von 4096, mit vielen Zeilen jeder Art; für Kernel mit einem solchen Block.</translation>
    </message>
    <message>
        <source>past blocks of 1024, 2nd size</source>
        <translation>jenseits von Blöcken von 1024, 2. Größe</translation>
    </message>
    <message>
        <source>The same of the second largest size.</source>
        <translation>Dasselbe mit der zweitgrößten Größe.</translation>
    </message>
    <message>
        <source>past blocks of 2048, 2nd size</source>
        <translation>jenseits von Blöcken von 2048, 2. Größe</translation>
    </message>
    <message>
        <source>past blocks of 4096, 2nd size</source>
        <translation>jenseits von Blöcken von 4096, 2. Größe</translation>
    </message>
    <message>
        <source>past blocks of 1024, 3rd size</source>
        <translation>jenseits von Blöcken von 1024, 3. Größe</translation>
    </message>
    <message>
        <source>The same of the third largest size.</source>
        <translation>Dasselbe mit der drittgrößten Größe.</translation>
    </message>
    <message>
        <source>past blocks of 2048, 3rd size</source>
        <translation>jenseits von Blöcken von 2048, 3. Größe</translation>
    </message>
    <message>
        <source>past blocks of 4096, 3rd size</source>
        <translation>jenseits von Blöcken von 4096, 3. Größe</translation>
    </message>
    <message>
        <source>own way, long dim</source>
        <translation>eigener Weg, lange Dimension</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own, with the largest size beyond several of its blocks.</source>
        <translation>Argumente oder Einstellungen, bei denen der Kandidat einen eigenen Weg geht, mit der größten Größe jenseits mehrerer seiner Blöcke.</translation>
    </message>
    <message>
        <source>own way, long dim, 2nd</source>
        <translation>eigener Weg, lange Dimension, 2.</translation>
    </message>
    <message>
        <source>own way, long dim, 3rd</source>
        <translation>eigener Weg, lange Dimension, 3.</translation>
    </message>
    <message>
        <source>own way, other long dim</source>
        <translation>eigener Weg, andere lange Dimension</translation>
    </message>
    <message>
        <source>The same with the second largest size.</source>
        <translation>Dasselbe mit der zweitgrößten Größe.</translation>
    </message>
    <message>
        <source>own way, other long dim, 2nd</source>
        <translation>eigener Weg, andere lange Dimension, 2.</translation>
    </message>
    <message>
        <source>own way, other long dim, 3rd</source>
        <translation>eigener Weg, andere lange Dimension, 3.</translation>
    </message>
    <message>
        <source>own way, other dtype</source>
        <translation>eigener Weg, anderer Datentyp</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own, in another dtype.</source>
        <translation>Argumente oder Einstellungen, bei denen der Kandidat einen eigenen Weg geht, in einem anderen Datentyp.</translation>
    </message>
    <message>
        <source>own way, other dtype, 2nd</source>
        <translation>eigener Weg, anderer Datentyp, 2.</translation>
    </message>
    <message>
        <source>own way, other dtype, 3rd</source>
        <translation>eigener Weg, anderer Datentyp, 3.</translation>
    </message>
    <message>
        <source>far settings, 3rd</source>
        <translation>ferne Einstellungen, 3.</translation>
    </message>
    <message>
        <source>far settings, 4th</source>
        <translation>ferne Einstellungen, 4.</translation>
    </message>
    <message>
        <source>idle settings</source>
        <translation>untätige Einstellungen</translation>
    </message>
    <message>
        <source>An argument of the constructor of which nothing comes alone, beside another one that gives it a say.</source>
        <translation>Ein Argument des Konstruktors, das allein nichts bewirkt, neben einem anderen, mit dem es etwas bewirkt.</translation>
    </message>
    <message>
        <source>idle settings, 2nd</source>
        <translation>untätige Einstellungen, 2.</translation>
    </message>
    <message>
        <source>idle settings, 3rd</source>
        <translation>untätige Einstellungen, 3.</translation>
    </message>
    <message>
        <source>idle arguments</source>
        <translation>untätige Argumente</translation>
    </message>
    <message>
        <source>An argument of forward of which nothing comes alone, beside another one that gives it a say.</source>
        <translation>Ein Argument von forward, das allein nichts bewirkt, neben einem anderen, mit dem es etwas bewirkt.</translation>
    </message>
    <message>
        <source>idle arguments, 2nd</source>
        <translation>untätige Argumente, 2.</translation>
    </message>
    <message>
        <source>other weights by settings</source>
        <translation>andere Gewichte durch Einstellungen</translation>
    </message>
    <message>
        <source>Another argument of the constructor, with which there are other weights.</source>
        <translation>Ein anderes Argument des Konstruktors, mit dem es andere Gewichte gibt.</translation>
    </message>
    <message>
        <source>other weights by settings, 2nd</source>
        <translation>andere Gewichte durch Einstellungen, 2.</translation>
    </message>
    <message>
        <source>other weights by settings, 3rd</source>
        <translation>andere Gewichte durch Einstellungen, 3.</translation>
    </message>
    <message>
        <source>strided, own sizes</source>
        <translation>mit Abständen, eigene Größen</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes in another layout in memory; a kernel may ask for contiguous inputs without saying so.</source>
        <translation>Die eigenen Größen der Aufgabe in anderer Anordnung im Speicher; ein Kernel darf zusammenhängende Eingaben verlangen, ohne es zu sagen.</translation>
    </message>
    <message>
        <source>Takes no notice of a number or text that the constructor is given, and answers as with the task&apos;s own, which rejects who takes other sizes; or goes wrong with one that may have to fit sizes, which rejects nothing.</source>
        <translation>Beachtet eine Zahl oder einen Text nicht, die der Konstruktor bekommt, und antwortet wie mit denen der Aufgabe, was den ablehnt, der andere Größen nimmt; oder geht mit einer falsch, die zu Größen passen müssen mag, was nichts ablehnt.</translation>
    </message>
    <message>
        <source>PyTorch computes with lengths, offsets or labels, a few whole numbers beside the inputs, before kernels run, or makes what the host only looks at, as whether indices lie in range. No answer comes of it without kernels.</source>
        <translation>PyTorch rechnet mit Längen, Anfängen oder Labels, wenigen ganzen Zahlen neben den Eingaben, bevor Kernel laufen, oder stellt fest, was der Host nur ansieht, etwa ob Indizes im Bereich liegen. Ohne Kernel entsteht daraus keine Antwort.</translation>
    </message>
    <message>
        <source>settings at their ends</source>
        <translation>Einstellungen an ihren Enden</translation>
    </message>
    <message>
        <source>An argument of the constructor zero, infinite, nothing at all, a pair, or a number that the reference compares with.</source>
        <translation>Ein Argument des Konstruktors null, unendlich, gar nichts, ein Paar oder eine Zahl, mit der die Referenz vergleicht.</translation>
    </message>
    <message>
        <source>settings at their ends, 2nd</source>
        <translation>Einstellungen an ihren Enden, 2.</translation>
    </message>
    <message>
        <source>The same with another one of them.</source>
        <translation>Dasselbe mit einem anderen davon.</translation>
    </message>
    <message>
        <source>settings at their ends, 3rd</source>
        <translation>Einstellungen an ihren Enden, 3.</translation>
    </message>
    <message>
        <source>settings at their ends, 4th</source>
        <translation>Einstellungen an ihren Enden, 4.</translation>
    </message>
    <message>
        <source>whole blocks along one dim</source>
        <translation>ganze Blöcke entlang einer Dimension</translation>
    </message>
    <message>
        <source>The largest size whole blocks, the others uneven.</source>
        <translation>Die größte Größe ganze Blöcke, die anderen ungerade.</translation>
    </message>
    <message>
        <source>whole blocks along another dim</source>
        <translation>ganze Blöcke entlang einer anderen Dimension</translation>
    </message>
    <message>
        <source>The second largest size whole blocks, the others uneven.</source>
        <translation>Die zweitgrößte Größe ganze Blöcke, die anderen ungerade.</translation>
    </message>
    <message>
        <source>long dim in half precision</source>
        <translation>lange Dimension in halber Genauigkeit</translation>
    </message>
    <message>
        <source>A long size in half precision, with numbers of one sign: what is added up in it stands still there.</source>
        <translation>Eine lange Größe in halber Genauigkeit, mit Zahlen eines Vorzeichens: Was darin summiert wird, bleibt dort stehen.</translation>
    </message>
</context>
<context>
    <name>Zoo</name>
    <message>
        <source>Attacks on the comparison</source>
        <translation>Angriffe auf den Vergleich</translation>
    </message>
    <message>
        <source>Candidates that make the judge agree, find what it expects, or give an answer that only a careless comparison takes.</source>
        <translation>Kandidaten, die den Prüfer zustimmen lassen, finden, was er erwartet, oder eine Antwort geben, die nur ein sorgloser Vergleich annimmt.</translation>
    </message>
    <message>
        <source>Faults that go unnoticed</source>
        <translation>Fehler, die niemand bemerkt</translation>
    </message>
    <message>
        <source>Memory, race and resource faults that give the right answer by luck, or that take the judge down with them.</source>
        <translation>Fehler bei Speicher, Wettläufen und Ressourcen, die zufällig die richtige Antwort geben oder den Prüfer mitreißen.</translation>
    </message>
    <message>
        <source>Right only on some inputs</source>
        <translation>Nur auf manchen Eingaben richtig</translation>
    </message>
    <message>
        <source>Each cheat agrees with its reference on the usual inputs of the task and on few others.</source>
        <translation>Jeder Betrug stimmt auf den üblichen Eingaben der Aufgabe mit seiner Referenz überein, und auf wenigen anderen.</translation>
    </message>
    <message>
        <source>Out of the sandbox</source>
        <translation>Aus dem Sandkasten hinaus</translation>
    </message>
    <message>
        <source>Each cheat reaches for something that is not its own; where the answer is right only if that succeeded, accepting it means that the sandbox has a hole.</source>
        <translation>Jeder Betrug greift nach etwas, das ihm nicht gehört; wo die Antwort nur stimmt, wenn das gelang, heißt sie anzunehmen, dass der Sandkasten ein Loch hat.</translation>
    </message>
    <message>
        <source>No work done, or not by the kernel</source>
        <translation>Keine Arbeit, oder nicht vom Kernel</translation>
    </message>
    <message>
        <source>Candidates whose answer was computed by torch, numpy or Python, ahead of the call, or not at all.</source>
        <translation>Kandidaten, deren Antwort torch, numpy oder Python berechnete, vor dem Aufruf oder gar nicht.</translation>
    </message>
    <message>
        <source>Less precise than the task</source>
        <translation>Ungenauer als die Aufgabe</translation>
    </message>
    <message>
        <source>Each cheat computes the right thing with fewer digits than the task&apos;s dtype gives.</source>
        <translation>Jeder Betrug rechnet das Richtige mit weniger Stellen, als der Typ der Aufgabe hat.</translation>
    </message>
    <message>
        <source>Against the clock</source>
        <translation>Gegen die Uhr</translation>
    </message>
    <message>
        <source>Each cheat is right when it is looked at and does less, or nothing, while it is timed.</source>
        <translation>Jeder Betrug ist richtig, wenn man hinsieht, und tut weniger oder nichts, während er gemessen wird.</translation>
    </message>
</context>
<context>
    <name>ZooResults</name>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>rejected for %1</source>
        <translation>abgelehnt wegen: %1</translation>
    </message>
    <message>
        <source>; or accepted, because the act has no effect here</source>
        <translation>; oder angenommen, weil die Tat hier nichts bewirkt</translation>
    </message>
    <message>
        <source>; cannot be told on a CPU</source>
        <translation>; auf einer CPU nicht zu erkennen</translation>
    </message>
    <message>
        <source>; cannot be told on a GPU</source>
        <translation>; auf einer GPU nicht zu erkennen</translation>
    </message>
    <message>
        <source>accepted with the flag %1, because the task promises what it needs</source>
        <translation>angenommen mit dem Vermerk %1, weil die Aufgabe zusagt, was es dafür braucht</translation>
    </message>
    <message>
        <source>contained</source>
        <translation>eingedämmt</translation>
    </message>
    <message>
        <source>flagged %1</source>
        <translation>vermerkt: %1</translation>
    </message>
    <message>
        <source>not judgeable here</source>
        <translation>hier nicht beurteilbar</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Nereid %1</source>
        <translation>Nereid %1</translation>
    </message>
    <message>
        <source>Triton %1</source>
        <translation>Triton %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::AblationView</name>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Metric of the ablation</source>
        <translation>Messgröße der Ablation</translation>
    </message>
    <message>
        <source>Combinations of the extensions</source>
        <translation>Kombinationen der Erweiterungen</translation>
    </message>
    <message>
        <source>%1 · %2 of %3 combinations</source>
        <translation>%1 · %2 von %3 Kombinationen</translation>
    </message>
    <message>
        <source>multi-input</source>
        <translation>mehrere Eingaben</translation>
    </message>
    <message>
        <source>staged evaluation</source>
        <translation>gestufte Prüfung</translation>
    </message>
    <message>
        <source>adaptive curriculum</source>
        <translation>adaptiver Lehrplan</translation>
    </message>
    <message>
        <source>calibrated timing</source>
        <translation>kalibrierte Zeitmessung</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Of the smoothed values at the last step, over seeds</source>
        <translation>Der geglätteten Werte beim letzten Schritt, über Startwerte</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>kleinster</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größter</translation>
    </message>
    <message>
        <source>against none</source>
        <translation>gegen keine</translation>
    </message>
    <message>
        <source>Difference from the runs without any extension</source>
        <translation>Unterschied zu den Läufen ohne jede Erweiterung</translation>
    </message>
    <message>
        <source>✓ on</source>
        <translation>✓ an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>No run with this combination has the metric</source>
        <translation>Kein Lauf mit dieser Kombination hat die Messgröße</translation>
    </message>
    <message>
        <source>Multi-input testing</source>
        <translation>Prüfung mit mehreren Eingaben</translation>
    </message>
    <message>
        <source>Staged evaluation</source>
        <translation>Gestufte Bewertung</translation>
    </message>
    <message>
        <source>Adaptive curriculum</source>
        <translation>Adaptiver Lehrplan</translation>
    </message>
    <message>
        <source>Calibrated timing</source>
        <translation>Kalibrierte Zeitmessung</translation>
    </message>
    <message>
        <source>%1: no pair of runs that differs in it alone.</source>
        <translation>%1: kein Paar von Läufen, das sich nur darin unterscheidet.</translation>
    </message>
    <message>
        <source>No ablation yet</source>
        <translation>Noch keine Ablation</translation>
    </message>
    <message>
        <source>Runs of the same recipe that differ in the four extensions appear here; &quot;nereid ablate&quot; makes all 16 of them. Add their folder to the table.</source>
        <translation>Läufe eines Rezepts, die sich in den vier Erweiterungen unterscheiden, erscheinen hier; „nereid ablate“ macht alle 16. Fügen Sie der Tabelle ihren Ordner hinzu.</translation>
    </message>
    <message numerus="yes">
        <source>%1 (95% interval %2 to %3, %n seeds)</source>
        <translation>
            <numerusform>%1 (95%-Intervall %2 bis %3, %n Startwert)</numerusform>
            <numerusform>%1 (95%-Intervall %2 bis %3, %n Startwerte)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 on average over %n pairs.</source>
        <translation>
            <numerusform>%1: %2 im Mittel über %n Paar.</numerusform>
            <numerusform>%1: %2 im Mittel über %n Paare.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with %2: %3.</source>
        <translation>%1 mit %2: %3.</translation>
    </message>
    <message>
        <source>Interactions:</source>
        <translation>Wechselwirkungen:</translation>
    </message>
</context>
<context>
    <name>nereid::app::ActionRegistry</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>jetzt nicht möglich</translation>
    </message>
</context>
<context>
    <name>nereid::app::AdviceTools</name>
    <message>
        <source>The advice beside the record cannot be read</source>
        <translation>Der Rat neben der Aufzeichnung kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The advice is shown, but could not be kept</source>
        <translation>Der Rat wird gezeigt, konnte aber nicht aufbewahrt werden</translation>
    </message>
</context>
<context>
    <name>nereid::app::AdvisorDialog</name>
    <message>
        <source>Advisor</source>
        <translation>Berater</translation>
    </message>
    <message>
        <source>A language model behind an OpenAI-compatible endpoint says what it thinks of a candidate. Reference and candidate are sent there as text. Its advice decides nothing.</source>
        <translation>Ein Sprachmodell hinter einem OpenAI-kompatiblen Endpunkt sagt, was es von einem Kandidaten hält. Referenz und Kandidat werden als Text dorthin gesendet. Sein Rat entscheidet nichts.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>The key is read from this environment variable when it is needed, and never stored</source>
        <translation>Der Schlüssel wird bei Bedarf aus dieser Umgebungsvariablen gelesen und nie gespeichert</translation>
    </message>
    <message>
        <source>&amp;Endpoint</source>
        <translation>&amp;Endpunkt</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>Variable with the &amp;key</source>
        <translation>Variable mit dem &amp;Schlüssel</translation>
    </message>
    <message>
        <source>Use this advisor</source>
        <translation>Diesen Berater nehmen</translation>
    </message>
</context>
<context>
    <name>nereid::app::BenchEditor</name>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>Reference source</source>
        <translation>Quelltext der Referenz</translation>
    </message>
    <message>
        <source>Candidate source</source>
        <translation>Quelltext des Kandidaten</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnete Dateien</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open, save or choose the %1</source>
        <translation>Öffnen, sichern oder wählen: %1</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>PyTorch reference</source>
        <translation>PyTorch-Referenz</translation>
    </message>
    <message>
        <source>Open file...</source>
        <translation>Datei öffnen...</translation>
    </message>
    <message>
        <source>From the task list...</source>
        <translation>Aus der Aufgabenliste...</translation>
    </message>
    <message>
        <source>New from template</source>
        <translation>Neu aus Vorlage</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>Sichern unter...</translation>
    </message>
    <message>
        <source>%1 · %2 · changed</source>
        <translation>%1 · %2 · geändert</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Open a Python file</source>
        <translation>Python-Datei öffnen</translation>
    </message>
    <message>
        <source>Python (*.py);;All files (*)</source>
        <translation>Python (*.py);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the %1</source>
        <translation>%1 sichern</translation>
    </message>
</context>
<context>
    <name>nereid::app::BenchTools</name>
    <message>
        <source>%1, in the editors</source>
        <translation>%1, in den Editoren</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 · not judged</source>
        <translation>%1 · nicht beurteilt</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gesichert als %1.</translation>
    </message>
    <message>
        <source>The reference had changes that no file holds; another text took its place.</source>
        <translation>Die Referenz hatte Änderungen, die in keiner Datei stehen; ein anderer Text trat an ihre Stelle.</translation>
    </message>
    <message>
        <source>The candidate had changes that no file holds; another text took its place.</source>
        <translation>Der Kandidat hatte Änderungen, die in keiner Datei stehen; ein anderer Text trat an seine Stelle.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Judgements written to %1: %2.</source>
        <translation>Urteile nach %1 geschrieben: %2.</translation>
    </message>
    <message>
        <source>Judgements read from %1: %2.</source>
        <translation>Urteile aus %1 gelesen: %2.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf der Urteile</translation>
    </message>
    <message>
        <source>%1 · other references</source>
        <translation>%1 · andere Referenzen</translation>
    </message>
    <message>
        <source>One of the two was not judged. Restore it and verify.</source>
        <translation>Einer der beiden wurde nicht beurteilt. Ihn wiederherstellen und prüfen.</translation>
    </message>
    <message>
        <source>One judgement deleted.</source>
        <translation>Ein Urteil gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%n judgements deleted.</source>
        <translation>
            <numerusform>%n Urteil gelöscht.</numerusform>
            <numerusform>%n Urteile gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>The template cannot be read</source>
        <translation>Die Vorlage lässt sich nicht lesen</translation>
    </message>
</context>
<context>
    <name>nereid::app::CloseQuestion</name>
    <message>
        <source>A run is going on</source>
        <translation>Ein Lauf ist im Gange</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is at step %L2. What should happen to it?</source>
        <translation>„%1“ ist bei Schritt %L2. Was soll damit geschehen?</translation>
    </message>
    <message>
        <source>A stopped run continues later from its checkpoint, bit for bit. A run that keeps running has no
window; Nereid shows it again when you start it.</source>
        <translation>Ein beendeter Lauf geht später von seinem Speicherpunkt Bit für Bit weiter. Ein Lauf, der weiterläuft, hat kein
Fenster; Nereid zeigt ihn beim nächsten Start wieder.</translation>
    </message>
    <message>
        <source>&amp;Stop after a checkpoint and close</source>
        <translation>Nach &amp;Speicherpunkt beenden und schließen</translation>
    </message>
    <message>
        <source>&amp;Keep running without a window</source>
        <translation>Ohne Fenster &amp;weiterlaufen lassen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>The run of the queue is kept for the next time, or follows without a window too.</source>
        <translation>Der Lauf der Warteschlange bleibt für das nächste Mal oder folgt auch ohne Fenster.</translation>
    </message>
    <message numerus="yes">
        <source>The %n runs of the queue are kept for the next time, or follow without a window too.</source>
        <translation>
            <numerusform>Der %n Lauf der Warteschlange bleibt für das nächste Mal oder folgt auch ohne Fenster.</numerusform>
            <numerusform>Die %n Läufe der Warteschlange bleiben für das nächste Mal oder folgen auch ohne Fenster.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::CommandPalette</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Search and commands</source>
        <translation>Suche und Befehle</translation>
    </message>
    <message>
        <source>Type a command, a run or a task</source>
        <translation>Befehl, Lauf oder Aufgabe eingeben</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Hide plot: %1</source>
        <translation>Diagramm ausblenden: %1</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>Diagramm: %1</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>Episode</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Example run</source>
        <translation>Beispiellauf</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Nothing matches &quot;%1&quot;. Commands, runs, plots, tasks and examples are searched.</source>
        <translation>Nichts passt zu „%1“. Gesucht wird in Befehlen, Läufen, Diagrammen, Aufgaben und Beispielen.</translation>
    </message>
</context>
<context>
    <name>nereid::app::CurveTools</name>
    <message>
        <source>Export</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>The run cannot be laid over</source>
        <translation>Der Lauf lässt sich nicht darüberlegen</translation>
    </message>
    <message>
        <source>%1 holds no record. Choose the folder of a run.</source>
        <translation>%1 enthält keine Aufzeichnung. Bitte den Ordner eines Laufs wählen.</translation>
    </message>
    <message>
        <source>Choose folder...</source>
        <translation>Ordner wählen...</translation>
    </message>
    <message>
        <source>Run to lay over the curves</source>
        <translation>Lauf, der über die Kurven gelegt wird</translation>
    </message>
    <message>
        <source>Curves written to %1.</source>
        <translation>Kurven nach %1 geschrieben.</translation>
    </message>
</context>
<context>
    <name>nereid::app::DebugTools</name>
    <message>
        <source>Step through a program of this kernel</source>
        <translation>Ein Programm dieses Kernels schrittweise ansehen</translation>
    </message>
    <message>
        <source>It is judged once more; then every value of the program that stored the first wrong element can be looked at, forward and backward.</source>
        <translation>Er wird noch einmal beurteilt; dann kann jeder Wert des Programms, das das erste falsche Element geschrieben hat, vorwärts und rückwärts angesehen werden.</translation>
    </message>
    <message>
        <source>No program to step through</source>
        <translation>Kein Programm für die Schrittansicht</translation>
    </message>
    <message>
        <source>Choose an episode or judge a kernel; then every value of it can be looked at.</source>
        <translation>Wählen Sie eine Episode oder lassen Sie einen Kernel beurteilen; dann kann jeder seiner Werte angesehen werden.</translation>
    </message>
    <message>
        <source>There is no such element</source>
        <translation>Dieses Element gibt es nicht</translation>
    </message>
    <message>
        <source>Judging...</source>
        <translation>Wird beurteilt ...</translation>
    </message>
    <message>
        <source>The program runs once more, and all of its values are kept.</source>
        <translation>Das Programm läuft noch einmal, und alle seine Werte werden behalten.</translation>
    </message>
    <message>
        <source>There is nothing to step through</source>
        <translation>Es gibt nichts für die Schrittansicht</translation>
    </message>
    <message>
        <source>No program ran on these inputs: %1</source>
        <translation>Auf diesen Eingaben lief kein Programm: %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::DockTools</name>
    <message>
        <source>Put back into the window</source>
        <translation>In das Fenster zurückstellen</translation>
    </message>
</context>
<context>
    <name>nereid::app::Docks</name>
    <message>
        <source>Docks</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1 gehen</translation>
    </message>
</context>
<context>
    <name>nereid::app::EstimateView</name>
    <message>
        <source>libtorch and Python</source>
        <translation>libtorch und Python</translation>
    </message>
    <message>
        <source>measured with no model loaded</source>
        <translation>gemessen ohne geladenes Modell</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>parameters of config.json × bytes of model.dtype</source>
        <translation>Parameter aus config.json × Bytes von model.dtype</translation>
    </message>
    <message>
        <source>weights of the ref policy</source>
        <translation>Gewichte der Referenz-Policy</translation>
    </message>
    <message>
        <source>a second copy, because grpo.beta is above 0</source>
        <translation>eine zweite Kopie, weil grpo.beta über 0 liegt</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>rank × (inputs + outputs) of each target, float32</source>
        <translation>Rang × (Eingänge + Ausgänge) jedes Ziels, float32</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>master weights, gradients, two moments: 16 bytes a weight</source>
        <translation>Hauptgewichte, Gradienten, zwei Momente: 16 Bytes je Gewicht</translation>
    </message>
    <message>
        <source>gradients of autograd</source>
        <translation>Gradienten von autograd</translation>
    </message>
    <message>
        <source>one value a trained weight</source>
        <translation>ein Wert je trainiertem Gewicht</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>Schlüssel und Werte</translation>
    </message>
    <message>
        <source>weights packed for decoding</source>
        <translation>Gewichte, zum Decodieren gepackt</translation>
    </message>
    <message>
        <source>a second copy while completions are made</source>
        <translation>eine zweite Kopie, solange Antworten entstehen</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>beim Erzeugen</translation>
    </message>
    <message>
        <source>updating</source>
        <translation>beim Aktualisieren</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Platte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>held</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>how it is reckoned</source>
        <translation>wie gerechnet</translation>
    </message>
    <message>
        <source>Parts of the estimate</source>
        <translation>Teile der Schätzung</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>nicht bekannt: %1</translation>
    </message>
    <message>
        <source>at most %1 on the GPU, %2 of main memory</source>
        <translation>höchstens %1 auf der GPU, %2 im Hauptspeicher</translation>
    </message>
    <message>
        <source>at most %1: trainer %2, judges %3</source>
        <translation>höchstens %1: Training %2, Prüfer %3</translation>
    </message>
    <message>
        <source>%1; %2 of %3 are free</source>
        <translation>%1; %2 von %3 sind frei</translation>
    </message>
    <message>
        <source>This run may need more memory than this machine has. Take shorter completions, fewer of them a step, or adapters.</source>
        <translation>Dieser Lauf braucht vielleicht mehr Speicher, als dieser Rechner hat. Kürzere Antworten, weniger davon je Schritt oder Adapter nehmen.</translation>
    </message>
    <message>
        <source>This run may need more memory than is free now. Close other programs, or let it wait in the queue.</source>
        <translation>Dieser Lauf braucht vielleicht mehr Speicher, als jetzt frei ist. Andere Programme schließen oder ihn in der Warteschlange warten lassen.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>checkpoints at most %1</source>
        <translation>Speicherpunkte höchstens %1</translation>
    </message>
    <message>
        <source>%1, record about %2 a step</source>
        <translation>%1, Aufzeichnung etwa %2 je Schritt</translation>
    </message>
    <message>
        <source>%1; the record depends on the texts</source>
        <translation>%1; die Aufzeichnung hängt von den Texten ab</translation>
    </message>
    <message>
        <source>%1; %2 are free</source>
        <translation>%1; %2 sind frei</translation>
    </message>
    <message>
        <source>This run may need more disk than is free. Keep fewer checkpoints, or choose a folder on another disk.</source>
        <translation>Dieser Lauf braucht vielleicht mehr Platz auf der Platte, als frei ist. Weniger Speicherpunkte behalten oder einen Ordner auf einer anderen Platte wählen.</translation>
    </message>
    <message>
        <source>looking for earlier runs...</source>
        <translation>sucht frühere Läufe...</translation>
    </message>
    <message>
        <source>no earlier run on this machine with this model and batch</source>
        <translation>kein früherer Lauf auf diesem Rechner mit diesem Modell und Batch</translation>
    </message>
    <message>
        <source>about %1, %2 a step by one earlier run on this machine</source>
        <translation>etwa %1, %2 je Schritt nach einem früheren Lauf auf diesem Rechner</translation>
    </message>
    <message numerus="yes">
        <source>about %1, %2 a step by %n earlier runs on this machine</source>
        <translation>
            <numerusform>etwa %1, %2 je Schritt nach %n früherem Lauf auf diesem Rechner</numerusform>
            <numerusform>etwa %1, %2 je Schritt nach %n früheren Läufen auf diesem Rechner</numerusform>
        </translation>
    </message>
    <message>
        <source>peak on the GPU</source>
        <translation>Spitze auf der GPU</translation>
    </message>
    <message>
        <source>peak of the trainer</source>
        <translation>Spitze des Trainings</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>what is always held and the larger phase</source>
        <translation>das immer Belegte und die größere Phase</translation>
    </message>
    <message>
        <source>trainer in main memory</source>
        <translation>Training im Hauptspeicher</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>beim Laden</translation>
    </message>
    <message>
        <source>libraries, and the weights on their way</source>
        <translation>Bibliotheken, und die Gewichte auf ihrem Weg</translation>
    </message>
    <message>
        <source>judges</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>measured: processes of the verifier, and each candidate at once</source>
        <translation>gemessen: Prozesse des Prüfers und die zugleich beurteilten Kandidaten</translation>
    </message>
    <message>
        <source>one checkpoint</source>
        <translation>ein Speicherpunkt</translation>
    </message>
    <message>
        <source>on disk</source>
        <translation>auf der Platte</translation>
    </message>
    <message>
        <source>trained weights and two moments, float32</source>
        <translation>trainierte Gewichte und zwei Momente, float32</translation>
    </message>
    <message>
        <source>2 × layers × key heads × head size, for all tokens that are generated at once</source>
        <translation>2 × Schichten × Schlüsselköpfe × Kopfgröße, für alle Token, die zugleich erzeugt werden</translation>
    </message>
    <message>
        <source>weights of the start</source>
        <translation>Gewichte des Anfangs</translation>
    </message>
    <message>
        <source>a copy of what is trained, for phases that begin with it</source>
        <translation>eine Kopie dessen, was trainiert wird, für Phasen, die damit beginnen</translation>
    </message>
    <message>
        <source>%1, most in %2</source>
        <translation>%1, am meisten in %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>about %1: %2</source>
        <translation>etwa %1: %2</translation>
    </message>
    <message>
        <source>peak in %1</source>
        <translation>Spitze in %1</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>its steps</source>
        <translation>ihre Schritte</translation>
    </message>
    <message>
        <source>%1; the parts above are those of this phase</source>
        <translation>%1; die Teile oben sind die dieser Phase</translation>
    </message>
    <message>
        <source>what a forward pass keeps of each token; passes of at most 2 GB, on a GPU of what is left of its memory, 37 GB at most</source>
        <translation>was ein Vorwärtsdurchlauf je Token behält; Durchläufe von höchstens 2 GB, auf einer GPU von dem, was ihr Speicher übrig lässt, höchstens 37 GB</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>Speicherverwaltung</translation>
    </message>
    <message>
        <source>freed pieces that the C library keeps: a twentieth of the rest</source>
        <translation>freigegebene Stücke, die die C-Bibliothek behält: ein Zwanzigstel des Übrigen</translation>
    </message>
</context>
<context>
    <name>nereid::app::EvidenceTools</name>
    <message>
        <source>Save the script</source>
        <translation>Skript sichern</translation>
    </message>
    <message>
        <source>Python (*.py);;All files (*)</source>
        <translation>Python (*.py);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Making the input of the script again...</source>
        <translation>Die Eingabe des Skripts wird neu erzeugt...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>There is no script</source>
        <translation>Es gibt kein Skript</translation>
    </message>
    <message>
        <source>The script is on the clipboard. It runs the code of both sides outside of any sandbox.</source>
        <translation>Das Skript liegt in der Zwischenablage. Es führt den Code beider Seiten außerhalb jedes Sandkastens aus.</translation>
    </message>
    <message>
        <source>Saved %1. It runs the code of both sides outside of any sandbox.</source>
        <translation>%1 gesichert. Es führt den Code beider Seiten außerhalb jedes Sandkastens aus.</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
</context>
<context>
    <name>nereid::app::ExampleCard</name>
    <message>
        <source>Open this recorded run; nothing is executed</source>
        <translation>Diesen aufgezeichneten Lauf öffnen; nichts wird ausgeführt</translation>
    </message>
</context>
<context>
    <name>nereid::app::Judgements</name>
    <message>
        <source>another reference</source>
        <translation>andere Referenz</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>gleicher Text</translation>
    </message>
    <message>
        <source>line %1 gone: %2</source>
        <translation>Zeile %1 entfallen: %2</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>%1 (%2 places)</source>
        <translation>%1 (%2 Stellen)</translation>
    </message>
</context>
<context>
    <name>nereid::app::LaneTables</name>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>run on inputs</source>
        <translation>Lauf auf Eingaben</translation>
    </message>
    <message>
        <source>This machine has no such lane</source>
        <translation>Dieser Rechner hat keine solche Bahn</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>No candidate has come here yet</source>
        <translation>Noch kein Kandidat kam hierher</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>Bahn</translation>
    </message>
    <message>
        <source>slots</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>Candidates that fit in at once</source>
        <translation>Kandidaten, die zugleich hineinpassen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>at work</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>use</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>Share of the slots at work over the last 30 s</source>
        <translation>Anteil der belegten Plätze in den letzten 30 s</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>Candidates that went through</source>
        <translation>Kandidaten, die hindurchgingen</translation>
    </message>
    <message>
        <source>mean wait</source>
        <translation>mittlere Wartezeit</translation>
    </message>
    <message>
        <source>Per pass</source>
        <translation>Je Durchgang</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>95%</source>
        <translation>95%</translation>
    </message>
    <message>
        <source>95 of 100 candidates take at most this long</source>
        <translation>95 von 100 Kandidaten brauchen höchstens so lange</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>alles zusammen</translation>
    </message>
    <message>
        <source>Lanes of the scheduler</source>
        <translation>Bahnen der Einteilung</translation>
    </message>
    <message>
        <source>Time per stage</source>
        <translation>Zeit je Stufe</translation>
    </message>
    <message>
        <source>Nothing judged yet</source>
        <translation>Noch nichts beurteilt</translation>
    </message>
    <message>
        <source>How busy each lane is and what each stage takes appear here with the first verdict.</source>
        <translation>Wie ausgelastet jede Bahn ist und was jede Stufe braucht, erscheint hier mit dem ersten Urteil.</translation>
    </message>
</context>
<context>
    <name>nereid::app::MainWindow</name>
    <message>
        <source>The episode cannot be read</source>
        <translation>Die Episode lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>%1 - Nereid</source>
        <translation>%1 - Nereid</translation>
    </message>
    <message>
        <source>Docks of the workspace</source>
        <translation>Bereiche der Arbeitsfläche</translation>
    </message>
</context>
<context>
    <name>nereid::app::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The page before (Alt+Left)</source>
        <translation>Die Seite davor (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>The page after (Alt+Right)</source>
        <translation>Die Seite danach (Alt+Rechts)</translation>
    </message>
    <message>
        <source>First page</source>
        <translation>Erste Seite</translation>
    </message>
    <message>
        <source>Where the manual begins</source>
        <translation>Wo das Handbuch beginnt</translation>
    </message>
    <message>
        <source>%1 - Manual</source>
        <translation>%1 - Handbuch</translation>
    </message>
</context>
<context>
    <name>nereid::app::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>nereid::app::NoteDialog</name>
    <message>
        <source>Bookmarked</source>
        <translation>Mit Lesezeichen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Note on this episode</source>
        <translation>Notiz zu dieser Episode</translation>
    </message>
    <message>
        <source>What did you see here? The filter finds it by note:</source>
        <translation>Was war hier zu sehen? Der Filter findet es mit note:</translation>
    </message>
    <message>
        <source>Save note</source>
        <translation>Notiz sichern</translation>
    </message>
    <message>
        <source>Keep the note beside the run (Ctrl+Enter)</source>
        <translation>Die Notiz neben dem Lauf aufbewahren (Strg+Eingabe)</translation>
    </message>
</context>
<context>
    <name>nereid::app::QueueTools</name>
    <message>
        <source>The queue</source>
        <translation>Die Warteschlange</translation>
    </message>
    <message>
        <source>1 run of the last time waits in the queue.</source>
        <translation>1 Lauf vom letzten Mal wartet in der Warteschlange.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs of the last time wait in the queue.</source>
        <translation>
            <numerusform>%n Lauf vom letzten Mal wartet in der Warteschlange.</numerusform>
            <numerusform>%n Läufe vom letzten Mal warten in der Warteschlange.</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on with the queue</source>
        <translation>Warteschlange fortsetzen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of the queue.</source>
        <translation>„%1“ ist aus der Warteschlange genommen.</translation>
    </message>
    <message>
        <source>The settings come too late</source>
        <translation>Die Einstellungen kommen zu spät</translation>
    </message>
    <message>
        <source>the run has started; queue another one</source>
        <translation>der Lauf hat begonnen; einen weiteren einreihen</translation>
    </message>
</context>
<context>
    <name>nereid::app::ReadingTools</name>
    <message>
        <source>Export</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>%1, step %2, prompt %3, completion %4</source>
        <translation>%1, Schritt %2, Prompt %3, Antwort %4</translation>
    </message>
</context>
<context>
    <name>nereid::app::RemoteDialog</name>
    <message>
        <source>Open run on another machine</source>
        <translation>Lauf auf anderem Rechner öffnen</translation>
    </message>
    <message>
        <source>The run is read over SSH, with your keys and your SSH configuration, and is followed while it goes on. Python 3 is all that the other machine needs. Its files are not changed.</source>
        <translation>Der Lauf wird über SSH gelesen, mit den eigenen Schlüsseln und der eigenen SSH-Konfiguration, und verfolgt, solange er weitergeht. Der andere Rechner braucht nur Python 3. Seine Dateien bleiben unverändert.</translation>
    </message>
    <message>
        <source>host, user@host or user@host:port</source>
        <translation>host, user@host oder user@host:port</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>/home/me/runs/pocket-grpo or ~/runs/pocket-grpo</source>
        <translation>/home/me/runs/pocket-grpo oder ~/runs/pocket-grpo</translation>
    </message>
    <message>
        <source>Folder of the run</source>
        <translation>Ordner des Laufs</translation>
    </message>
    <message>
        <source>Opened lately</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>Wählen...</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Choose a host and the folder in which record.sqlite lies.</source>
        <translation>Einen Rechner und den Ordner wählen, in dem record.sqlite liegt.</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>Öffnet %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::RemoteFollower</name>
    <message>
        <source>connecting to %1</source>
        <translation>verbindet mit %1</translation>
    </message>
    <message>
        <source>copying from %1, %2 of %3 rows</source>
        <translation>kopiert von %1, %2 von %3 Zeilen</translation>
    </message>
    <message>
        <source>following %1, %2 s behind</source>
        <translation>folgt %1, %2 s zurück</translation>
    </message>
    <message>
        <source>connection lost, trying again in %1 s</source>
        <translation>Verbindung verloren, neuer Versuch in %1 s</translation>
    </message>
    <message>
        <source>complete copy from %1</source>
        <translation>vollständige Kopie von %1</translation>
    </message>
    <message>
        <source>cannot follow %1</source>
        <translation>kann %1 nicht folgen</translation>
    </message>
    <message>
        <source>copy from %1, not followed</source>
        <translation>Kopie von %1, nicht verfolgt</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 antwortet nicht</translation>
    </message>
    <message>
        <source>There is no ssh on this machine. Install it, e.g. apt install openssh-client.</source>
        <translation>Auf diesem Rechner gibt es kein ssh. Es installieren, z. B. mit apt install openssh-client.</translation>
    </message>
    <message>
        <source>%1 cannot be read. Install Nereid again.</source>
        <translation>%1 lässt sich nicht lesen. Nereid neu installieren.</translation>
    </message>
    <message>
        <source>%1 sends something else than a record. Its login shell must print nothing when it is not interactive.</source>
        <translation>%1 sendet etwas anderes als eine Aufzeichnung. Seine Login-Shell darf nichts ausgeben, wenn sie nicht interaktiv ist.</translation>
    </message>
    <message>
        <source>The stream from %1 is broken.</source>
        <translation>Der Datenstrom von %1 ist beschädigt.</translation>
    </message>
    <message>
        <source>There is no folder %1 on %2. Check the path; a run that was moved has to be opened at its new place.</source>
        <translation>Den Ordner %1 gibt es auf %2 nicht. Den Pfad prüfen; ein verschobener Lauf muss an seinem neuen Ort geöffnet werden.</translation>
    </message>
    <message>
        <source>%1 on %2 holds no run. Choose the folder in which record.sqlite lies.</source>
        <translation>%1 auf %2 enthält keinen Lauf. Bitte den Ordner wählen, in dem record.sqlite liegt.</translation>
    </message>
    <message>
        <source>%1 on %2 may not be read by %3. Ask its owner for the right to read it.</source>
        <translation>%1 auf %2 ist für %3 nicht lesbar. Den Eigentümer um das Leserecht bitten.</translation>
    </message>
    <message>
        <source>you</source>
        <translation>das eigene Konto</translation>
    </message>
    <message>
        <source>The record on %1 was written by a newer Nereid. Update this one.</source>
        <translation>Die Aufzeichnung auf %1 schrieb ein neueres Nereid. Dieses hier aktualisieren.</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 meldet: %2</translation>
    </message>
    <message>
        <source>The key of %1 is not the one that is known. If the machine was set up anew, remove the old key with &quot;ssh-keygen -R %1&quot;; else somebody may listen.</source>
        <translation>Der Schlüssel von %1 ist nicht der bekannte. Wurde der Rechner neu eingerichtet, den alten Schlüssel mit „ssh-keygen -R %1“ entfernen; sonst hört vielleicht jemand mit.</translation>
    </message>
    <message>
        <source>The key of %1 is not known yet. Connect once in a terminal with &quot;%2&quot; and compare the key that it shows.</source>
        <translation>Der Schlüssel von %1 ist noch nicht bekannt. Einmal in einem Terminal mit „%2“ verbinden und den gezeigten Schlüssel vergleichen.</translation>
    </message>
    <message>
        <source>%1 does not let %2 in without a password. Give it your key with &quot;ssh-copy-id %3&quot;, or load the key into the agent with ssh-add.</source>
        <translation>%1 lässt %2 nicht ohne Passwort ein. Den eigenen Schlüssel mit „ssh-copy-id %3“ übergeben oder mit ssh-add in den Agenten laden.</translation>
    </message>
    <message>
        <source>There is no machine %1. Check its name, or add it to ~/.ssh/config.</source>
        <translation>Einen Rechner %1 gibt es nicht. Den Namen prüfen oder ihn in ~/.ssh/config eintragen.</translation>
    </message>
    <message>
        <source>python3 is missing on %1, or not in the PATH of a shell that is not interactive. Install it there; nothing else is needed.</source>
        <translation>python3 fehlt auf %1 oder liegt nicht im PATH einer nicht interaktiven Shell. Es dort installieren; sonst ist nichts nötig.</translation>
    </message>
    <message>
        <source>Python on %1 lacks a module: %2. Install the whole of python3 there.</source>
        <translation>Python auf %1 fehlt ein Modul: %2. Dort das ganze python3 installieren.</translation>
    </message>
    <message>
        <source>%1 closed the connection</source>
        <translation>%1 hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>There is no connection to %1 now. It obeys again when there is one.</source>
        <translation>Zurzeit besteht keine Verbindung zu %1. Sobald es eine gibt, gehorcht der Lauf wieder.</translation>
    </message>
</context>
<context>
    <name>nereid::app::RemoteRuns</name>
    <message>
        <source>The run cannot be followed</source>
        <translation>Der Lauf lässt sich nicht verfolgen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>This run is not followed now; connect again first.</source>
        <translation>Diesem Lauf wird zurzeit nicht gefolgt; zuerst wieder verbinden.</translation>
    </message>
</context>
<context>
    <name>nereid::app::ReplayTools</name>
    <message>
        <source>Episode files (*%1)</source>
        <translation>Episodendateien (*%1)</translation>
    </message>
    <message>
        <source>Open an episode file</source>
        <translation>Episodendatei öffnen</translation>
    </message>
    <message>
        <source>Export episode</source>
        <translation>Episode ausgeben</translation>
    </message>
    <message>
        <source>The episode cannot be exported</source>
        <translation>Die Episode lässt sich nicht ausgeben</translation>
    </message>
    <message numerus="yes">
        <source>Episodes written to %1: %n</source>
        <translation>
            <numerusform>Episoden nach %1 geschrieben: %n</numerusform>
            <numerusform>Episoden nach %1 geschrieben: %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the table of tokens</source>
        <translation>Tabelle der Token sichern</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>The table cannot be written</source>
        <translation>Die Tabelle lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>Table of tokens written to %1.</source>
        <translation>Tabelle der Tokens nach %1 geschrieben.</translation>
    </message>
</context>
<context>
    <name>nereid::app::ReportTools</name>
    <message>
        <source>Folder for the report</source>
        <translation>Ordner für den Bericht</translation>
    </message>
    <message>
        <source>Writing the report...</source>
        <translation>Der Bericht wird geschrieben...</translation>
    </message>
    <message>
        <source>There is no report</source>
        <translation>Es gibt keinen Bericht</translation>
    </message>
    <message>
        <source>Wrote %1 and the same as PDF.</source>
        <translation>%1 ist geschrieben, und dasselbe als PDF.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunComparison</name>
    <message>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>choose runs with Ctrl+click</source>
        <translation>Läufe mit Strg+Klick wählen</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>Noch nichts zu vergleichen</translation>
    </message>
    <message>
        <source>add runs</source>
        <translation>Läufe dazu</translation>
    </message>
    <message>
        <source>export</source>
        <translation>ausgeben</translation>
    </message>
    <message>
        <source>Add a run, or all runs of a folder, to the table</source>
        <translation>Einen Lauf oder alle Läufe eines Ordners zur Tabelle hinzufügen</translation>
    </message>
    <message>
        <source>Runs appear here side by side, with their settings and what came of them. Start a run, or add the folder of others.</source>
        <translation>Läufe erscheinen hier nebeneinander, mit ihren Einstellungen und dem, was daraus wurde. Einen Lauf starten oder den Ordner anderer hinzufügen.</translation>
    </message>
    <message>
        <source>Add runs...</source>
        <translation>Läufe hinzufügen...</translation>
    </message>
    <message>
        <source>What is shown of the runs</source>
        <translation>Was von den Läufen gezeigt wird</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Curves of the chosen runs over each other</source>
        <translation>Kurven der gewählten Läufe übereinander</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Every run as a line through its settings and metrics</source>
        <translation>Jeder Lauf als Linie durch seine Einstellungen und Messgrößen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings in which the chosen runs differ</source>
        <translation>Einstellungen, in denen sich die gewählten Läufe unterscheiden</translation>
    </message>
    <message>
        <source>Ablation</source>
        <translation>Ablation</translation>
    </message>
    <message>
        <source>What each of the four extensions brings, over its 16 combinations</source>
        <translation>Was jede der vier Erweiterungen bringt, über ihre 16 Kombinationen</translation>
    </message>
    <message>
        <source>Drag along an axis to keep a range, drag its name to move it; columns are axes</source>
        <translation>Ziehen entlang einer Achse behält einen Bereich, Ziehen am Namen verschiebt sie; Spalten sind Achsen</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Farbe nach</translation>
    </message>
    <message>
        <source>Colour lines by</source>
        <translation>Linienfarbe nach</translation>
    </message>
    <message>
        <source>Save the picture as PNG or SVG, or the values as CSV</source>
        <translation>Das Bild als PNG oder SVG oder die Werte als CSV sichern</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Ausgabe</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen; more with Ctrl+click</source>
        <translation>
            <numerusform>%n gewählt; mehr mit Strg+Klick</numerusform>
            <numerusform>%n gewählt; mehr mit Strg+Klick</numerusform>
        </translation>
    </message>
    <message>
        <source>range on an axis</source>
        <translation>Bereich auf einer Achse</translation>
    </message>
    <message numerus="yes">
        <source>ranges on %n axes</source>
        <translation>
            <numerusform>Bereich auf %n Achse</numerusform>
            <numerusform>Bereiche auf %n Achsen</numerusform>
        </translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Show curves</source>
        <translation>Kurven zeigen</translation>
    </message>
    <message>
        <source>Hide curves</source>
        <translation>Kurven ausblenden</translation>
    </message>
    <message>
        <source>Compare settings</source>
        <translation>Einstellungen vergleichen</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Export table...</source>
        <translation>Tabelle ausgeben...</translation>
    </message>
    <message>
        <source>PNG picture...</source>
        <translation>Bild als PNG...</translation>
    </message>
    <message>
        <source>SVG picture...</source>
        <translation>Bild als SVG...</translation>
    </message>
    <message>
        <source>CSV of the shown runs...</source>
        <translation>Gezeigte Läufe als CSV...</translation>
    </message>
    <message>
        <source>Export parallel coordinates</source>
        <translation>Parallele Koordinaten ausgeben</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>A run, or a folder of runs</source>
        <translation>Ein Lauf oder ein Ordner mit Läufen</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunController</name>
    <message>
        <source>Loading the engine...</source>
        <translation>Lade den Rechenkern...</translation>
    </message>
    <message>
        <source>The run &quot;%1&quot; failed</source>
        <translation>Der Lauf „%1“ ist gescheitert</translation>
    </message>
    <message>
        <source>Stopping as soon as the engine has loaded...</source>
        <translation>Wird beendet, sobald der Rechenkern geladen ist...</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunFlow</name>
    <message>
        <source>&quot;%1&quot; cannot be read</source>
        <translation>„%1“ lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>There is no folder %1</source>
        <translation>Den Ordner %1 gibt es nicht</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>Er wurde vielleicht verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>%1 holds no run</source>
        <translation>%1 enthält keinen Lauf</translation>
    </message>
    <message>
        <source>choose the folder in which record.sqlite lies; runs are kept in %1</source>
        <translation>den Ordner wählen, in dem record.sqlite liegt; Läufe liegen in %1</translation>
    </message>
    <message>
        <source>Open the folder of a run</source>
        <translation>Ordner eines Laufs öffnen</translation>
    </message>
    <message>
        <source>The pocket run cannot start</source>
        <translation>Der kleine Lauf kann nicht starten</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be continued</source>
        <translation>„%1“ lässt sich nicht fortsetzen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was cut short. It can go on from its checkpoint as if nothing had happened.</source>
        <translation>„%1“ brach ab. Er kann vom Speicherpunkt weitergehen, als wäre nichts geschehen.</translation>
    </message>
    <message>
        <source>Continue %1 from step %L2</source>
        <translation>%1 ab Schritt %L2 fortsetzen</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>There is no file %1</source>
        <translation>Die Datei %1 gibt es nicht</translation>
    </message>
    <message>
        <source>%1 is neither a run nor an episode file</source>
        <translation>%1 ist weder ein Lauf noch eine Episodendatei</translation>
    </message>
    <message>
        <source>choose the folder of a run, or a file that ends in .nereid-episode</source>
        <translation>den Ordner eines Laufs wählen oder eine Datei, die auf .nereid-episode endet</translation>
    </message>
    <message>
        <source>The run &quot;%1&quot; is finished</source>
        <translation>Der Lauf „%1“ ist fertig</translation>
    </message>
    <message>
        <source>The run &quot;%1&quot; failed</source>
        <translation>Der Lauf „%1“ ist gescheitert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>The run does not obey</source>
        <translation>Der Lauf gehorcht nicht</translation>
    </message>
    <message>
        <source>another run goes on in this window; stop it first</source>
        <translation>in diesem Fenster geht ein anderer Lauf weiter; zuerst diesen beenden</translation>
    </message>
    <message>
        <source>it goes on already, is finished, or has no checkpoint</source>
        <translation>er geht schon weiter, ist fertig oder hat keinen Speicherpunkt</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was stopped. It can go on from where it is.</source>
        <translation>„%1“ wurde beendet. Der Lauf kann von dort weitergehen.</translation>
    </message>
    <message>
        <source>Continue run</source>
        <translation>Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunKeeper</name>
    <message>
        <source>Take out of the archive</source>
        <translation>Aus dem Archiv nehmen</translation>
    </message>
    <message>
        <source>Archive run</source>
        <translation>Lauf archivieren</translation>
    </message>
    <message>
        <source>The tags of &quot;%1&quot; were changed.</source>
        <translation>Die Tags von „%1“ wurden geändert.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in the archive: kept as it is, out of the way. The filter finds it by is:archived.</source>
        <translation>„%1“ liegt im Archiv: unverändert, aber aus dem Weg. Der Filter findet ihn mit is:archived.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of the archive.</source>
        <translation>„%1“ ist aus dem Archiv genommen.</translation>
    </message>
    <message>
        <source>The tags cannot be kept</source>
        <translation>Die Tags lassen sich nicht aufbewahren</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be deleted</source>
        <translation>„%1“ lässt sich nicht löschen</translation>
    </message>
    <message>
        <source>it is being written; stop it first, then delete it</source>
        <translation>der Lauf wird gerade geschrieben; ihn erst beenden, dann löschen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in the trash.</source>
        <translation>„%1“ liegt im Papierkorb.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be restored</source>
        <translation>„%1“ lässt sich nicht wiederherstellen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has the name of its settings again.</source>
        <translation>„%1“ heißt wieder, wie die Einstellungen sagen.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is called &quot;%2&quot; now.</source>
        <translation>„%1“ heißt jetzt „%2“.</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunQueue</name>
    <message>
        <source>another window of Nereid (process %1) keeps the queue; queue the run there, or remove %2 if that window is gone</source>
        <translation>ein anderes Fenster von Nereid (Prozess %1) führt die Warteschlange; den Lauf dort einreihen oder %2 entfernen, wenn es das Fenster nicht mehr gibt</translation>
    </message>
    <message>
        <source>%1 is no queue of this version of Nereid; move the file away</source>
        <translation>%1 ist keine Warteschlange dieser Version von Nereid; die Datei beiseite legen</translation>
    </message>
    <message>
        <source>the queue is not kept over a restart: %1</source>
        <translation>die Warteschlange übersteht keinen Neustart: %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunTableTools</name>
    <message>
        <source>%1 holds no run</source>
        <translation>%1 enthält keinen Lauf</translation>
    </message>
    <message>
        <source>choose the folder in which record.sqlite lies, or one with such folders in it</source>
        <translation>den Ordner wählen, in dem record.sqlite liegt, oder einen, der solche Ordner enthält</translation>
    </message>
</context>
<context>
    <name>nereid::app::SetupDialog</name>
    <message>
        <source>Waiting for another set-up to end</source>
        <translation>Wartet auf das Ende einer anderen Einrichtung</translation>
    </message>
    <message>
        <source>Making the virtual environment</source>
        <translation>Legt die virtuelle Umgebung an</translation>
    </message>
    <message>
        <source>Asking the package index</source>
        <translation>Fragt den Paketindex ab</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>Lädt herunter</translation>
    </message>
    <message>
        <source>Downloading: %1 of %2</source>
        <translation>Lädt herunter: %1 von %2</translation>
    </message>
    <message>
        <source>Downloading %3: %1 of %2</source>
        <translation>Lädt %3 herunter: %1 von %2</translation>
    </message>
    <message>
        <source>Unpacking: %1 of %2</source>
        <translation>Entpackt: %1 von %2</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>Entpackt</translation>
    </message>
    <message>
        <source>Checking that torch and triton work</source>
        <translation>Prüft, ob torch und triton funktionieren</translation>
    </message>
    <message>
        <source>%1 · %2 left</source>
        <translation>%1 · noch %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Python environment</source>
        <translation>Python-Umgebung</translation>
    </message>
    <message>
        <source>Cancelling...</source>
        <translation>Bricht ab...</translation>
    </message>
    <message>
        <source>Training and verifying need a Python environment with torch and triton. Recorded runs are shown without it.</source>
        <translation>Training und Prüfung brauchen eine Python-Umgebung mit torch und triton. Aufgezeichnete Läufe werden auch ohne sie gezeigt.</translation>
    </message>
    <message>
        <source>Size and place</source>
        <translation>Größe und Ort</translation>
    </message>
    <message>
        <source>Progress of the set-up</source>
        <translation>Fortschritt der Einrichtung</translation>
    </message>
    <message>
        <source>State of the set-up</source>
        <translation>Stand der Einrichtung</translation>
    </message>
    <message>
        <source>Why the set-up failed</source>
        <translation>Warum die Einrichtung scheiterte</translation>
    </message>
    <message>
        <source>End the set-up; what was downloaded is kept for the next time</source>
        <translation>Einrichtung beenden; Heruntergeladenes bleibt für das nächste Mal</translation>
    </message>
    <message>
        <source>Close this window; a set-up goes on</source>
        <translation>Dieses Fenster schließen; eine Einrichtung läuft weiter</translation>
    </message>
    <message>
        <source>%1 to download, %2 on disk, %3 free</source>
        <translation>%1 herunterzuladen, %2 auf der Platte, %3 frei</translation>
    </message>
    <message>
        <source>Folder: %1</source>
        <translation>Ordner: %1</translation>
    </message>
    <message>
        <source>It is ready.</source>
        <translation>Sie ist bereit.</translation>
    </message>
    <message>
        <source>This program uses another Python (NEREID_PYTHON, or a source tree). ./start sets that of a source tree up.</source>
        <translation>Dieses Programm nutzt ein anderes Python (NEREID_PYTHON oder ein Quellbaum). Das eines Quellbaums richtet ./start ein.</translation>
    </message>
    <message>
        <source>It is not set up yet.</source>
        <translation>Sie ist noch nicht eingerichtet.</translation>
    </message>
    <message>
        <source>Starting...</source>
        <translation>Startet...</translation>
    </message>
    <message>
        <source>It is ready. Runs can be started and kernels verified now.</source>
        <translation>Sie ist bereit. Läufe lassen sich jetzt starten und Kernel prüfen.</translation>
    </message>
    <message>
        <source>Cancelled. What was downloaded is kept for the next time.</source>
        <translation>Abgebrochen. Heruntergeladenes bleibt für das nächste Mal.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>Einrichten</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 auf der Platte</translation>
    </message>
</context>
<context>
    <name>nereid::app::SetupTools</name>
    <message>
        <source>The Python environment is not set up yet: training and verifying need it. Recorded runs are shown without it.</source>
        <translation>Die Python-Umgebung ist noch nicht eingerichtet: Training und Prüfung brauchen sie. Aufgezeichnete Läufe sind ohne sie zu sehen.</translation>
    </message>
    <message>
        <source>Set up...</source>
        <translation>Einrichten...</translation>
    </message>
    <message>
        <source>The Python environment is being set up.</source>
        <translation>Die Python-Umgebung wird eingerichtet.</translation>
    </message>
    <message>
        <source>Show progress</source>
        <translation>Fortschritt zeigen</translation>
    </message>
    <message>
        <source>The Python environment is ready.</source>
        <translation>Die Python-Umgebung ist bereit.</translation>
    </message>
    <message>
        <source>Start the pocket run</source>
        <translation>Kleinen Lauf starten</translation>
    </message>
    <message>
        <source>The Python environment could not be set up</source>
        <translation>Die Python-Umgebung ließ sich nicht einrichten</translation>
    </message>
</context>
<context>
    <name>nereid::app::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>Wirkung</translation>
    </message>
</context>
<context>
    <name>nereid::app::StartDialog</name>
    <message>
        <source>Choose a folder for the record.</source>
        <translation>Einen Ordner für die Aufzeichnung wählen.</translation>
    </message>
    <message>
        <source>The folder is not empty. Name a new one; an unfinished run is continued from the list.</source>
        <translation>Der Ordner ist nicht leer. Bitte einen neuen nennen; ein unfertiger Lauf wird aus der Liste fortgesetzt.</translation>
    </message>
    <message>
        <source>%1 is a file.</source>
        <translation>%1 ist eine Datei.</translation>
    </message>
    <message>
        <source>No right to write in %1.</source>
        <translation>Kein Recht, in %1 zu schreiben.</translation>
    </message>
    <message>
        <source>Give the run a name.</source>
        <translation>Dem Lauf einen Namen geben.</translation>
    </message>
    <message>
        <source>A name holds no slash.</source>
        <translation>Ein Name enthält keinen Schrägstrich.</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>Lauf starten</translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation>&amp;Rezept</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>S&amp;chritte</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>Start&amp;wert</translation>
    </message>
    <message>
        <source>Re&amp;ward</source>
        <translation>&amp;Belohnung</translation>
    </message>
    <message>
        <source>&amp;Browse...</source>
        <translation>&amp;Durchsuchen...</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Folder for the record</source>
        <translation>Ordner für die Aufzeichnung</translation>
    </message>
    <message>
        <source>Multi-input testing</source>
        <translation>Prüfung mit mehreren Eingaben</translation>
    </message>
    <message>
        <source>Staged evaluation</source>
        <translation>Gestufte Bewertung</translation>
    </message>
    <message>
        <source>Adaptive curriculum</source>
        <translation>Adaptiver Lehrplan</translation>
    </message>
    <message>
        <source>Calibrated timing</source>
        <translation>Kalibrierte Zeitmessung</translation>
    </message>
    <message>
        <source>&amp;Reset chosen</source>
        <translation>Gewählte &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Settings of a run that waits</source>
        <translation>Einstellungen eines wartenden Laufs</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
    <message>
        <source>Basics</source>
        <translation>Grundlagen</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>Änderungen (%1)</translation>
    </message>
    <message>
        <source>&amp;Undo the reset</source>
        <translation>Zurücksetzen a&amp;ufheben</translation>
    </message>
    <message>
        <source>Reset &amp;all</source>
        <translation>&amp;Alle zurücksetzen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>A run of the queue has this folder. Name another one.</source>
        <translation>Ein Lauf der Warteschlange hat diesen Ordner. Bitte einen anderen nennen.</translation>
    </message>
    <message>
        <source>Settings of a run</source>
        <translation>Einstellungen eines Laufs</translation>
    </message>
    <message>
        <source>Settings (*.yaml *.yml)</source>
        <translation>Einstellungen (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Save the settings</source>
        <translation>Einstellungen sichern</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gesichert als %1</translation>
    </message>
    <message>
        <source>The settings are in the clipboard, as YAML.</source>
        <translation>Die Einstellungen sind in der Zwischenablage, als YAML.</translation>
    </message>
    <message>
        <source>In the clipboard: %1</source>
        <translation>In der Zwischenablage: %1</translation>
    </message>
    <message>
        <source>&amp;Open file...</source>
        <translation>Da&amp;tei öffnen...</translation>
    </message>
    <message>
        <source>Take the settings of a YAML file; it can be dropped here as well</source>
        <translation>Einstellungen aus einer YAML-Datei übernehmen; sie lässt sich auch hierher ziehen</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>Settings that differ from the recipe</source>
        <translation>Einstellungen, die vom Rezept abweichen</translation>
    </message>
    <message>
        <source>Nothing differs from the recipe. Settings that you change are listed here.</source>
        <translation>Nichts weicht vom Rezept ab. Geänderte Einstellungen stehen hier.</translation>
    </message>
    <message>
        <source>What the run takes at most: every sequence as long as the settings allow. Most runs stay below. Time and record are told only by earlier runs.</source>
        <translation>Was der Lauf höchstens braucht: jede Sequenz so lang, wie die Einstellungen erlauben. Die meisten Läufe bleiben darunter. Zeit und Aufzeichnung lassen sich nur aus früheren Läufen angeben.</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Sa&amp;ve as...</source>
        <translation>S&amp;ichern als...</translation>
    </message>
    <message>
        <source>Save all settings as a YAML file</source>
        <translation>Alle Einstellungen als YAML-Datei sichern</translation>
    </message>
    <message>
        <source>Copy &amp;YAML</source>
        <translation>&amp;YAML kopieren</translation>
    </message>
    <message>
        <source>Copy all settings as YAML</source>
        <translation>Alle Einstellungen als YAML kopieren</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>Befehl &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy the command that starts the same run in a shell</source>
        <translation>Den Befehl kopieren, der denselben Lauf in einer Shell startet</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Keep in the queue</source>
        <translation>Eingereiht &amp;lassen</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>&amp;Einreihen</translation>
    </message>
    <message>
        <source>Starts when the runs before it have ended</source>
        <translation>Startet, wenn die Läufe davor beendet sind</translation>
    </message>
    <message>
        <source>show</source>
        <translation>zeigen</translation>
    </message>
    <message>
        <source>Show the setting that is wrong</source>
        <translation>Die falsche Einstellung zeigen</translation>
    </message>
    <message>
        <source>Go to the setting that is wrong</source>
        <translation>Zur falschen Einstellung gehen</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
</context>
<context>
    <name>nereid::app::StartPage</name>
    <message>
        <source>Recorded runs that come with Nereid</source>
        <translation>Aufgezeichnete Läufe, die Nereid mitbringt</translation>
    </message>
    <message>
        <source>Back to the run</source>
        <translation>Zurück zum Lauf</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Show the docks again (Esc)</source>
        <translation>Die Docks wieder zeigen (Esc)</translation>
    </message>
    <message>
        <source>Look at another run</source>
        <translation>Einen anderen Lauf ansehen</translation>
    </message>
    <message>
        <source>There is no run yet</source>
        <translation>Es gibt noch keinen Lauf</translation>
    </message>
    <message>
        <source>Train on this machine, open a run of your own, or look at a recorded one.</source>
        <translation>Auf diesem Rechner trainieren, einen eigenen Lauf öffnen oder einen aufgezeichneten ansehen.</translation>
    </message>
</context>
<context>
    <name>nereid::app::StatusLine</name>
    <message>
        <source>Record</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Policy</translation>
    </message>
</context>
<context>
    <name>nereid::app::StepBar</name>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>Show all steps in funnel and list again</source>
        <translation>In Trichter und Liste wieder alle Schritte zeigen</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
</context>
<context>
    <name>nereid::app::TagsDialog</name>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Tags of &quot;%1&quot;, with commas between them</source>
        <translation>Tags von „%1“, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>base, seed 1</source>
        <translation>Basis, Startwert 1</translation>
    </message>
    <message>
        <source>Tag %1</source>
        <translation>Tag %1</translation>
    </message>
    <message>
        <source>Set or take away this tag, which other runs have</source>
        <translation>Diesen Tag, den andere Läufe haben, setzen oder entfernen</translation>
    </message>
    <message>
        <source>Save tags</source>
        <translation>Tags sichern</translation>
    </message>
</context>
<context>
    <name>nereid::app::TaskPicker</name>
    <message>
        <source>Use as reference</source>
        <translation>Als Referenz nehmen</translation>
    </message>
    <message>
        <source>Choose a task</source>
        <translation>Aufgabe wählen</translation>
    </message>
    <message>
        <source>Part of an id, a name or a source, or a whole id</source>
        <translation>Teil einer ID, eines Namens oder einer Quelle, oder eine ganze ID</translation>
    </message>
    <message>
        <source>Filter of the tasks</source>
        <translation>Filter der Aufgaben</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>KernelBench folder...</source>
        <translation>KernelBench-Ordner...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Folder of KernelBench</source>
        <translation>Ordner von KernelBench</translation>
    </message>
    <message>
        <source>Reading the tasks...</source>
        <translation>Liest die Aufgaben...</translation>
    </message>
    <message>
        <source>No task in the list matches; what was typed is taken as an id.</source>
        <translation>Keine Aufgabe der Liste passt; die Eingabe wird als ID genommen.</translation>
    </message>
    <message>
        <source>%1 of %2 tasks</source>
        <translation>%1 von %2 Aufgaben</translation>
    </message>
    <message>
        <source>There is no such task. Ids of synthetic ones read synthetic/LEVEL/SPLIT.SEED.INDEX.</source>
        <translation>Diese Aufgabe gibt es nicht. IDs künstlicher Aufgaben lauten synthetic/LEVEL/SPLIT.SEED.INDEX.</translation>
    </message>
</context>
<context>
    <name>nereid::app::TopBar</name>
    <message>
        <source>All commands as a menu (F10)</source>
        <translation>Alle Befehle als Menü (F10)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>Zustand des Laufs</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>Wohin die Zeit eines Schritts geht</translation>
    </message>
    <message>
        <source>Where the time of the last step went</source>
        <translation>Wohin die Zeit des letzten Schritts ging</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Workspace %1</source>
        <translation>Arbeitsfläche %1</translation>
    </message>
    <message>
        <source>Search or run a command  Ctrl K</source>
        <translation>Suchen oder Befehl ausführen  Strg K</translation>
    </message>
    <message>
        <source>Search  Ctrl K</source>
        <translation>Suche  Strg K</translation>
    </message>
</context>
<context>
    <name>nereid::app::TrashDialog</name>
    <message>
        <source>&amp;Restore</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Deleted runs</source>
        <translation>Gelöschte Läufe</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>was in</source>
        <translation>war in</translation>
    </message>
    <message>
        <source>State of the trash</source>
        <translation>Zustand des Papierkorbs</translation>
    </message>
    <message>
        <source>Reading the trash...</source>
        <translation>Liest den Papierkorb...</translation>
    </message>
    <message>
        <source>&amp;Empty the trash...</source>
        <translation>Papierkorb &amp;leeren...</translation>
    </message>
    <message>
        <source>R&amp;emove 1 run for good</source>
        <translation>1 Lauf &amp;endgültig entfernen</translation>
    </message>
    <message numerus="yes">
        <source>R&amp;emove %n runs for good</source>
        <translation>
            <numerusform>%n Lauf &amp;endgültig entfernen</numerusform>
            <numerusform>%n Läufe &amp;endgültig entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>The trash is empty. Runs that you delete are kept here.</source>
        <translation>Der Papierkorb ist leer. Gelöschte Läufe werden hier aufbewahrt.</translation>
    </message>
    <message>
        <source>1 run, %1. It stays until the trash is emptied.</source>
        <translation>1 Lauf, %1. Er bleibt, bis der Papierkorb geleert wird.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs, %1. They stay until the trash is emptied.</source>
        <translation>
            <numerusform>%n Lauf, %1. Er bleibt, bis der Papierkorb geleert wird.</numerusform>
            <numerusform>%n Läufe, %1. Sie bleiben, bis der Papierkorb geleert wird.</numerusform>
        </translation>
    </message>
    <message>
        <source>These runs will be gone for good: records, checkpoints and trained models. This cannot be undone.</source>
        <translation>Diese Läufe gehen endgültig verloren: Aufzeichnungen, Speicherpunkte und trainierte Modelle. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>%1 of %2 runs are removed</source>
        <translation>%1 von %2 Läufen entfernt</translation>
    </message>
</context>
<context>
    <name>nereid::app::UndoStack</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take back the last change of queue, tags, archive or trash</source>
        <translation>Die letzte Änderung an Warteschlange, Tags, Archiv oder Papierkorb zurücknehmen</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <translation>Zurücknehmen: %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerdictLine</name>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Go to the line of the reason</source>
        <translation>Zur Zeile des Grundes gehen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>End this verification (Esc)</source>
        <translation>Diese Prüfung beenden (Esc)</translation>
    </message>
    <message>
        <source>End this verification</source>
        <translation>Diese Prüfung beenden</translation>
    </message>
    <message>
        <source>Not judged yet. Ctrl+Enter verifies.</source>
        <translation>Noch nicht beurteilt. Strg+Eingabe prüft.</translation>
    </message>
    <message>
        <source>Verifying: waiting for the reference</source>
        <translation>Prüft: wartet auf die Referenz</translation>
    </message>
    <message>
        <source>Verifying: %1</source>
        <translation>Prüft: %1</translation>
    </message>
    <message>
        <source>%1 · %2, last time %3</source>
        <translation>%1 · %2, letztes Mal %3</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · coverage %2%</source>
        <translation>%1 · Abdeckung %2%</translation>
    </message>
    <message>
        <source>Reference, line %1</source>
        <translation>Referenz, Zeile %1</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1
Go there (Ctrl+G)</source>
        <translation>%1
Dorthin gehen (Strg+G)</translation>
    </message>
    <message>
        <source>Go to line %1</source>
        <translation>Zu Zeile %1 gehen</translation>
    </message>
    <message>
        <source>Before your changes: %1</source>
        <translation>Vor den Änderungen: %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifierPage</name>
    <message>
        <source>Verifier</source>
        <translation>Prüfer</translation>
    </message>
    <message>
        <source>What is shown of the verifier</source>
        <translation>Was vom Prüfer gezeigt wird</translation>
    </message>
    <message>
        <source>Cheat zoo</source>
        <translation>Betrugszoo</translation>
    </message>
    <message>
        <source>Cheats and their honest twins, judged</source>
        <translation>Betrug und ehrliche Zwillinge, beurteilt</translation>
    </message>
    <message>
        <source>Lanes and stages</source>
        <translation>Bahnen und Stufen</translation>
    </message>
    <message>
        <source>Where candidates wait and what each stage takes</source>
        <translation>Wo Kandidaten warten und was jede Stufe braucht</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy the table by class (Ctrl+C in the table)</source>
        <translation>Die Tabelle nach Klassen kopieren (Strg+C in der Tabelle)</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>Ausgeben...</translation>
    </message>
    <message>
        <source>Save every verdict of the zoo as CSV or JSON, or the table as Markdown</source>
        <translation>Jedes Urteil des Zoos als CSV oder JSON sichern, oder die Tabelle als Markdown</translation>
    </message>
    <message>
        <source>%1 cheats with honest twins to try it on</source>
        <translation>%1 Betrugsfälle mit ehrlichen Zwillingen zum Ausprobieren</translation>
    </message>
    <message>
        <source>false accepts: %1 of %2 cheats, false rejects: %3 of %4 twins</source>
        <translation>falsch angenommen: %1 von %2 Betrugsfällen, falsch abgelehnt: %3 von %4 Zwillingen</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifierStrip</name>
    <message>
        <source>verifier of this window: %1 under way, %2 candidates/s</source>
        <translation>Prüfer dieses Fensters: %1 unterwegs, %2 Kandidaten/s</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>Sandkasten</translation>
    </message>
    <message>
        <source>No verifier runs in this window yet. It starts with the first candidate.</source>
        <translation>In diesem Fenster läuft noch kein Prüfer. Er startet mit dem ersten Kandidaten.</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>Candidates that wait for a lane</source>
        <translation>Kandidaten, die auf eine Bahn warten</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>in Prüfung</translation>
    </message>
    <message>
        <source>Candidates that are judged now</source>
        <translation>Kandidaten, die gerade beurteilt werden</translation>
    </message>
    <message>
        <source>candidates/s</source>
        <translation>Kandidaten/s</translation>
    </message>
    <message>
        <source>Verdicts per second over the last 30 s</source>
        <translation>Urteile je Sekunde in den letzten 30 s</translation>
    </message>
    <message>
        <source>judged</source>
        <translation>beurteilt</translation>
    </message>
    <message>
        <source>Verdicts since the verifier was started</source>
        <translation>Urteile seit dem Start des Prüfers</translation>
    </message>
    <message>
        <source>from cache</source>
        <translation>aus Zwischenspeicher</translation>
    </message>
    <message>
        <source>Candidates that were judged before on the same inputs: their verdicts were remembered</source>
        <translation>Kandidaten, die auf denselben Eingaben schon beurteilt wurden: Ihre Urteile waren gemerkt</translation>
    </message>
    <message>
        <source>restarts</source>
        <translation>Neustarts</translation>
    </message>
    <message>
        <source>Helper processes that had to be started again</source>
        <translation>Hilfsprozesse, die neu gestartet werden mussten</translation>
    </message>
    <message>
        <source>Known when the first helper process is up</source>
        <translation>Bekannt, sobald der erste Hilfsprozess läuft</translation>
    </message>
    <message>
        <source>Layers that keep candidates in on this machine</source>
        <translation>Schichten, die Kandidaten auf diesem Rechner einschließen</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyHistory</name>
    <message>
        <source>History</source>
        <translation>Verlauf der Urteile</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>judged in</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Nothing judged yet</source>
        <translation>Noch nichts beurteilt</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>nicht beurteilt</translation>
    </message>
    <message>
        <source>Filter: name, reason, stage, note, changed line</source>
        <translation>Filter: Name, Grund, Stufe, Notiz, geänderte Zeile</translation>
    </message>
    <message>
        <source>Filter of the history</source>
        <translation>Filter des Verlaufs</translation>
    </message>
    <message>
        <source>Note on the selected judgement</source>
        <translation>Notiz zum gewählten Urteil</translation>
    </message>
    <message>
        <source>Select one to write a note on it</source>
        <translation>Eines wählen, um eine Notiz dazu zu schreiben</translation>
    </message>
    <message>
        <source>What you verify here is listed with its verdict and kept, so that you can go back to it. Or drop a JSONL file of candidates here.</source>
        <translation>Was hier geprüft wird, steht mit seinem Urteil in der Liste und bleibt, um darauf zurückkommen zu können. Auch eine JSONL-Datei mit Kandidaten lässt sich hierher ziehen.</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>That rejected it</source>
        <translation>Die ihn ablehnte</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>Against the judgement before</source>
        <translation>Gegenüber dem Urteil davor</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Judgements made by hand</source>
        <translation>Von Hand veranlasste Urteile</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>vergleichen</translation>
    </message>
    <message>
        <source>Two selected ones word by word, with their verdicts; one is compared with what is in the editors</source>
        <translation>Zwei gewählte Wort für Wort, mit ihren Urteilen; ein einzelnes wird mit dem Inhalt der Editoren verglichen</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Put its sources back into the editors (Enter)</source>
        <translation>Seine Quelltexte in die Editoren zurückholen (Eingabe)</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>Take the selected ones off the list (Delete); can be undone</source>
        <translation>Die gewählten aus der Liste nehmen (Entf); lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Export or import judgements as JSONL</source>
        <translation>Urteile als JSONL ausgeben oder einlesen</translation>
    </message>
    <message>
        <source>Export as JSONL...</source>
        <translation>Als JSONL ausgeben...</translation>
    </message>
    <message>
        <source>The selected ones, else all shown; nereid verify --batch reads the file</source>
        <translation>Die gewählten, sonst alle gezeigten; nereid verify --batch liest die Datei</translation>
    </message>
    <message>
        <source>Import JSONL...</source>
        <translation>JSONL einlesen...</translation>
    </message>
    <message>
        <source>Judgements, or a batch of candidates</source>
        <translation>Urteile oder eine Reihe von Kandidaten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>Notiz zu %1</translation>
    </message>
    <message>
        <source>Export judgements</source>
        <translation>Urteile ausgeben</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl);;All files (*)</source>
        <translation>JSON-Zeilen (*.jsonl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import judgements</source>
        <translation>Urteile einlesen</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyOptionsButton</name>
    <message>
        <source>More variants of the inputs</source>
        <translation>Mehr Varianten der Eingaben</translation>
    </message>
    <message>
        <source>Audit with compute-sanitizer</source>
        <translation>Mit compute-sanitizer nachprüfen</translation>
    </message>
    <message>
        <source>Keep what the compiler made</source>
        <translation>Aufbewahren, was der Compiler machte</translation>
    </message>
    <message>
        <source>Time torch.compile, too</source>
        <translation>Auch torch.compile messen</translation>
    </message>
    <message>
        <source>Full: kernels do all the compute</source>
        <translation>Voll: Kernel rechnen alles</translation>
    </message>
    <message>
        <source>Best system: torch may help</source>
        <translation>Bestes System: torch darf helfen</translation>
    </message>
    <message>
        <source>What a candidate may use</source>
        <translation>Was ein Kandidat benutzen darf</translation>
    </message>
    <message>
        <source>GPU if there is one</source>
        <translation>GPU, falls vorhanden</translation>
    </message>
    <message>
        <source>Interpreter only</source>
        <translation>Nur Interpreter</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Where it is judged</source>
        <translation>Wo beurteilt wird</translation>
    </message>
    <message>
        <source>Seed of inputs and parameters</source>
        <translation>Startwert der Eingaben und Parameter</translation>
    </message>
    <message>
        <source>not guessable</source>
        <translation>nicht zu erraten</translation>
    </message>
    <message>
        <source>Equal seeds give equal inputs. Empty: drawn once in this program, so that no candidate can know it; the verdict names it.</source>
        <translation>Gleiche Startwerte geben gleiche Eingaben. Leer: einmal in diesem Programm gezogen, sodass kein Kandidat ihn kennen kann; das Urteil nennt ihn.</translation>
    </message>
    <message>
        <source>Beside the five usual ones, at small sizes</source>
        <translation>Neben den fünf üblichen, bei kleinen Größen</translation>
    </message>
    <message>
        <source>TTIR, TTGIR, PTX and SASS of each kernel, for the dock Levels</source>
        <translation>TTIR, TTGIR, PTX und SASS jedes Kernels, für den Bereich „Compilerebenen“</translation>
    </message>
    <message>
        <source>Only where a GPU measures time; once a task, up to three minutes</source>
        <translation>Nur wo eine GPU die Zeit misst; einmal je Aufgabe, bis zu drei Minuten</translation>
    </message>
    <message>
        <source>Runs the kernels of an accepted candidate under NVIDIA&apos;s compute-sanitizer: half a minute more</source>
        <translation>Lässt die Kernel eines angenommenen Kandidaten unter NVIDIAs compute-sanitizer laufen: eine halbe Minute mehr</translation>
    </message>
    <message>
        <source>Kernels cannot be run under NVIDIA&apos;s compute-sanitizer here: %1</source>
        <translation>Kernel lassen sich hier nicht unter NVIDIAs compute-sanitizer ausführen: %1</translation>
    </message>
    <message>
        <source>Judgements that the history keeps</source>
        <translation>Urteile, die der Verlauf aufbewahrt</translation>
    </message>
    <message>
        <source>Beyond it, or beyond 256 MB, the oldest go with the next judgement</source>
        <translation>Darüber, oder über 256 MB, gehen die ältesten mit dem nächsten Urteil</translation>
    </message>
    <message>
        <source>Seed, device, what is allowed, and how much is looked at</source>
        <translation>Startwert, Gerät, was erlaubt ist und wie viel angesehen wird</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>History keeps</source>
        <translation>Verlauf behält</translation>
    </message>
    <message>
        <source>best system</source>
        <translation>bestes System</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>five variants</source>
        <translation>fünf Varianten</translation>
    </message>
    <message>
        <source>audit</source>
        <translation>Nachprüfung</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Options: %1</source>
        <translation>Optionen: %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyPage</name>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>a reference with class Model, a candidate with class ModelNew</source>
        <translation>eine Referenz mit Klasse Model, ein Kandidat mit Klasse ModelNew</translation>
    </message>
    <message>
        <source>Could not be verified: %1</source>
        <translation>Ließ sich nicht prüfen: %1</translation>
    </message>
    <message>
        <source>Both editors need a source: the reference at the left, the candidate at the right.</source>
        <translation>Beide Editoren brauchen einen Quelltext: links die Referenz, rechts den Kandidaten.</translation>
    </message>
    <message>
        <source>Cancelled. Ctrl+Enter verifies again.</source>
        <translation>Abgebrochen. Strg+Eingabe prüft erneut.</translation>
    </message>
    <message>
        <source>Paste a PyTorch reference at the left and a kernel at the right, or begin with</source>
        <translation>Links eine PyTorch-Referenz und rechts einen Kernel einfügen, oder beginnen mit</translation>
    </message>
    <message>
        <source>A task...</source>
        <translation>Einer Aufgabe...</translation>
    </message>
    <message>
        <source>A template</source>
        <translation>Einer Vorlage</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyTools</name>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>Prüfer</translation>
    </message>
</context>
<context>
    <name>nereid::app::ViewSettings</name>
    <message>
        <source>Theme of the system</source>
        <translation>Farbgebung des Systems</translation>
    </message>
    <message>
        <source>Light or dark, as the desktop is</source>
        <translation>Hell oder dunkel, wie der Schreibtisch</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helle Farbgebung</translation>
    </message>
    <message>
        <source>Dark text on light ground</source>
        <translation>Dunkle Schrift auf hellem Grund</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkle Farbgebung</translation>
    </message>
    <message>
        <source>Light text on dark ground</source>
        <translation>Helle Schrift auf dunklem Grund</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinung</translation>
    </message>
    <message>
        <source>Small text</source>
        <translation>Kleine Schrift</translation>
    </message>
    <message>
        <source>More rows on the screen</source>
        <translation>Mehr Zeilen auf dem Bildschirm</translation>
    </message>
    <message>
        <source>Normal text</source>
        <translation>Normale Schrift</translation>
    </message>
    <message>
        <source>The size that the program is drawn for</source>
        <translation>Die Größe, für die das Programm gezeichnet ist</translation>
    </message>
    <message>
        <source>Large text</source>
        <translation>Große Schrift</translation>
    </message>
    <message>
        <source>Easier to read from afar</source>
        <translation>Aus der Ferne leichter zu lesen</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>Sprache des Systems</translation>
    </message>
    <message>
        <source>Speak the language of the desktop from the next start on</source>
        <translation>Vom nächsten Start an die Sprache des Schreibtischs sprechen</translation>
    </message>
    <message>
        <source>Speak %1 from the next start on</source>
        <translation>Vom nächsten Start an %1 sprechen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language changes when Nereid is started the next time.</source>
        <translation>Die Sprache wechselt, wenn Nereid das nächste Mal gestartet wird.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
</context>
<context>
    <name>nereid::app::Workspaces</name>
    <message>
        <source>Monitor</source>
        <translation>Überwachen</translation>
    </message>
    <message>
        <source>Is the run healthy?</source>
        <translation>Ist der Lauf gesund?</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Why was this kernel judged so?</source>
        <translation>Warum wurde dieser Kernel so beurteilt?</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>What happened, in order?</source>
        <translation>Was geschah, der Reihe nach?</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>Which recipe is better?</source>
        <translation>Welches Rezept ist besser?</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Judge my own kernel</source>
        <translation>Eigenen Kernel beurteilen</translation>
    </message>
    <message>
        <source>Docks that share this place</source>
        <translation>Bereiche, die sich diesen Platz teilen</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooDetail</name>
    <message>
        <source>Open in Verify</source>
        <translation>In „Prüfen“ öffnen</translation>
    </message>
    <message>
        <source>Source of the candidate</source>
        <translation>Quelltext des Kandidaten</translation>
    </message>
    <message>
        <source>Cheat</source>
        <translation>Betrug</translation>
    </message>
    <message>
        <source>The candidate that tries to win without doing the work</source>
        <translation>Der Kandidat, der gewinnen will, ohne die Arbeit zu tun</translation>
    </message>
    <message>
        <source>Twin</source>
        <translation>Zwilling</translation>
    </message>
    <message>
        <source>The honest candidate that looks like it</source>
        <translation>Der ehrliche Kandidat, der ihm gleicht</translation>
    </message>
    <message>
        <source>Take reference and candidate to the editors, to change and judge them</source>
        <translation>Referenz und Kandidat in die Editoren holen, um sie zu ändern und zu beurteilen</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>not judged yet</source>
        <translation>noch nicht beurteilt</translation>
    </message>
    <message>
        <source>, which does not name the trick</source>
        <translation>, was den Trick nicht nennt</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooModel</name>
    <message>
        <source>%1 to judge</source>
        <translation>%1 zu beurteilen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Candidates that try to win without doing the work</source>
        <translation>Kandidaten, die gewinnen wollen, ohne die Arbeit zu tun</translation>
    </message>
    <message>
        <source>Honest candidates that look like the cheats</source>
        <translation>Ehrliche Kandidaten, die den Betrugsfällen gleichen</translation>
    </message>
    <message>
        <source>Cheats that were accepted: holes of the verifier</source>
        <translation>Angenommene Betrugsfälle: Lücken des Prüfers</translation>
    </message>
    <message>
        <source>Honest twins that were rejected</source>
        <translation>Abgelehnte ehrliche Zwillinge</translation>
    </message>
    <message>
        <source>Accepted: the kernel is right, and the sandbox left the act no effect</source>
        <translation>Angenommen: Der Kernel stimmt, und der Sandkasten ließ der Tat keine Wirkung</translation>
    </message>
    <message>
        <source>Accepted and flagged: legal, because the task promises what it needs</source>
        <translation>Angenommen und vermerkt: erlaubt, denn die Aufgabe sichert zu, was es braucht</translation>
    </message>
    <message>
        <source>Cheats that cannot be told or run on this device</source>
        <translation>Betrugsfälle, die sich auf diesem Gerät nicht erkennen oder ausführen lassen</translation>
    </message>
    <message>
        <source>class and trick</source>
        <translation>Klasse und Trick</translation>
    </message>
    <message>
        <source>cheats</source>
        <translation>Betrug</translation>
    </message>
    <message>
        <source>twins</source>
        <translation>Zwillinge</translation>
    </message>
    <message>
        <source>false accepts</source>
        <translation>falsch angenommen</translation>
    </message>
    <message>
        <source>false rejects</source>
        <translation>falsch abgelehnt</translation>
    </message>
    <message>
        <source>contained</source>
        <translation>eingedämmt</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>vermerkt</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>nicht hier</translation>
    </message>
    <message>
        <source>Whole zoo</source>
        <translation>Ganzer Zoo</translation>
    </message>
    <message>
        <source>Not judged yet</source>
        <translation>Noch nicht beurteilt</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooPage</name>
    <message>
        <source>Reading the zoo...</source>
        <translation>Liest den Zoo...</translation>
    </message>
    <message>
        <source>What is judged</source>
        <translation>Was beurteilt wird</translation>
    </message>
    <message>
        <source>What is judged: the whole zoo or one class</source>
        <translation>Was beurteilt wird: der ganze Zoo oder eine Klasse</translation>
    </message>
    <message>
        <source>Progress of the zoo</source>
        <translation>Fortschritt des Zoos</translation>
    </message>
    <message>
        <source>State of the zoo</source>
        <translation>Zustand des Zoos</translation>
    </message>
    <message>
        <source>Filter: name, mechanism, verdict</source>
        <translation>Filter: Name, Mechanismus, Urteil</translation>
    </message>
    <message>
        <source>Filter of the zoo</source>
        <translation>Filter des Zoos</translation>
    </message>
    <message>
        <source>Cheat zoo by class</source>
        <translation>Betrugszoo nach Klassen</translation>
    </message>
    <message>
        <source>The zoo cannot be read</source>
        <translation>Der Zoo lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Whole zoo</source>
        <translation>Ganzer Zoo</translation>
    </message>
    <message>
        <source>What the zoo says</source>
        <translation>Was der Zoo aussagt</translation>
    </message>
    <message>
        <source>Every cheat must be rejected and every twin, an honest candidate that looks like it, accepted. A false accept is a hole in the verifier; a false reject is a right kernel turned away. Unfold a class to see single tricks.</source>
        <translation>Jeder Betrug muss abgelehnt und jeder Zwilling, ein ehrlicher Kandidat, der ihm gleicht, angenommen werden. Falsch angenommen heißt: eine Lücke im Prüfer; falsch abgelehnt: ein richtiger Kernel abgewiesen. Eine Klasse aufklappen, um einzelne Tricks zu sehen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Beurteilen</translation>
    </message>
    <message>
        <source>Cancel the run of the zoo</source>
        <translation>Durchgang des Zoos abbrechen</translation>
    </message>
    <message>
        <source>Judge the zoo</source>
        <translation>Zoo beurteilen</translation>
    </message>
    <message>
        <source>End the run; what was judged stays (Esc)</source>
        <translation>Den Durchgang beenden; was beurteilt ist, bleibt (Esc)</translation>
    </message>
    <message>
        <source>Judge each cheat and its twin with the verifier of this window</source>
        <translation>Jeden Betrug und seinen Zwilling mit dem Prüfer dieses Fensters beurteilen</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>%1 von %2 gezeigt</translation>
    </message>
    <message>
        <source>%1 of %2 judged</source>
        <translation>%1 von %2 beurteilt</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
    </message>
    <message>
        <source>Not judged yet on this machine</source>
        <translation>Auf diesem Rechner noch nicht beurteilt</translation>
    </message>
    <message>
        <source>Judged %1</source>
        <translation>Beurteilt %1</translation>
    </message>
    <message>
        <source>Export the zoo</source>
        <translation>Zoo ausgeben</translation>
    </message>
    <message>
        <source>CSV, one line per candidate (*.csv);;JSON (*.json);;Markdown, the table by class (*.md)</source>
        <translation>CSV, eine Zeile je Kandidat (*.csv);;JSON (*.json);;Markdown, die Tabelle nach Klassen (*.md)</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooRun</name>
    <message>
        <source>The result cannot be kept: %1</source>
        <translation>Das Ergebnis lässt sich nicht aufbewahren: %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::AdviceLine</name>
    <message>
        <source>torch fallback</source>
        <translation>torch statt Kernel</translation>
    </message>
    <message>
        <source>hard-coded output</source>
        <translation>fest eingebaute Ausgabe</translation>
    </message>
    <message>
        <source>an omitted part</source>
        <translation>einen ausgelassenen Teil</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Do not wait for the answer of the advisor</source>
        <translation>Nicht auf die Antwort des Beraters warten</translation>
    </message>
    <message>
        <source>Ask the advisor about this candidate once more</source>
        <translation>Den Berater noch einmal zu diesem Kandidaten fragen</translation>
    </message>
    <message>
        <source>Advice on the candidate</source>
        <translation>Rat zum Kandidaten</translation>
    </message>
    <message>
        <source>%1 suspects %2</source>
        <translation>%1 vermutet %2</translation>
    </message>
    <message>
        <source>%1 suspects nothing</source>
        <translation>%1 hat keinen Verdacht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Asked %1, prompt %2. Advice is an opinion: verdict, reward and every number stay as they are.</source>
        <translation>Gefragt am %1, Prompt %2. Rat ist eine Meinung: Urteil, Belohnung und alle Zahlen bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>advice, decides nothing</source>
        <translation>Rat, entscheidet nichts</translation>
    </message>
    <message>
        <source>Asking %1...</source>
        <translation>%1 wird gefragt...</translation>
    </message>
    <message>
        <source>advisor</source>
        <translation>Berater</translation>
    </message>
    <message>
        <source>no advice</source>
        <translation>kein Rat</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::AlarmList</name>
    <message>
        <source>Show episodes</source>
        <translation>Episoden zeigen</translation>
    </message>
    <message>
        <source>alarm</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Alarms of the run</source>
        <translation>Alarme des Laufs</translation>
    </message>
    <message>
        <source>Filter the episode list for those behind this alarm (Enter)</source>
        <translation>Die Episodenliste auf die hinter diesem Alarm filtern (Eingabe)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::AnswerTrack</name>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>rejected at %1</source>
        <translation>abgelehnt bei %1</translation>
    </message>
    <message>
        <source>step %1, completion %2: %3, reward %4</source>
        <translation>Schritt %1, Antwort %2: %3, Belohnung %4</translation>
    </message>
    <message>
        <source>Answers over the steps</source>
        <translation>Antworten über die Schritte</translation>
    </message>
    <message>
        <source>No answers</source>
        <translation>Keine Antworten</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>festgehalten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeCompare</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>completion %1 of %2</source>
        <translation>Antwort %1 von %2</translation>
    </message>
    <message>
        <source>completion %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>step %1, prompt %2, completion %3 · %4 · reward %5</source>
        <translation>Schritt %1, Prompt %2, Antwort %3 · %4 · Belohnung %5</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>%1 registers, %2 spills, %3 shared, %4 warps</source>
        <translation>%1 Register, %2 ausgelagert, %3 gemeinsam, %4 Warps</translation>
    </message>
    <message>
        <source>candidate · %1</source>
        <translation>Kandidat · %1</translation>
    </message>
    <message numerus="yes">
        <source>candidate · %n kernels, at most %1</source>
        <translation>
            <numerusform>Kandidat · %n Kernel, höchstens %1</numerusform>
            <numerusform>Kandidat · %n Kernel, höchstens %1</numerusform>
        </translation>
    </message>
    <message>
        <source>PyTorch reference</source>
        <translation>PyTorch-Referenz</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>No episode selected</source>
        <translation>Keine Episode gewählt</translation>
    </message>
    <message>
        <source>Select an episode to see the PyTorch reference and the candidate side by side.</source>
        <translation>Eine Episode wählen, um PyTorch-Referenz und Kandidat nebeneinander zu sehen.</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>Scroll both sides together</source>
        <translation>Beide Seiten gemeinsam rollen</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>First candidate</source>
        <translation>Erster Kandidat</translation>
    </message>
    <message>
        <source>Second candidate</source>
        <translation>Zweiter Kandidat</translation>
    </message>
    <message>
        <source>No two candidates yet</source>
        <translation>Noch keine zwei Kandidaten</translation>
    </message>
    <message>
        <source>Mark an episode with Ctrl+M, then select another one. Or select two rows of the list and press Ctrl+Shift+M.</source>
        <translation>Eine Episode mit Strg+M merken, dann eine andere wählen. Oder zwei Zeilen der Liste wählen und Strg+Umschalt+M drücken.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>the same source</source>
        <translation>derselbe Quelltext</translation>
    </message>
    <message>
        <source>Two candidates</source>
        <translation>Zwei Kandidaten</translation>
    </message>
    <message>
        <source> Accepted</source>
        <translation> Angenommen</translation>
    </message>
    <message>
        <source> Rejected at %1</source>
        <translation> Abgelehnt bei %1</translation>
    </message>
    <message>
        <source>completion · no candidate could be extracted</source>
        <translation>Antwort · es ließ sich kein Kandidat entnehmen</translation>
    </message>
    <message>
        <source>Run the verifier on this candidate now, compare with the record, and find which kernel does which operation</source>
        <translation>Den Prüfer jetzt auf diesen Kandidaten anwenden, mit der Aufzeichnung vergleichen und finden, welcher Kernel welche Operation ausführt</translation>
    </message>
    <message>
        <source>1 difference</source>
        <translation>1 Unterschied</translation>
    </message>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n Unterschied</numerusform>
            <numerusform>%n Unterschiede</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Mark what differs: minus = only at the left, plus = only at the right, tilde = changed</source>
        <translation>Unterschiede markieren: Minus = nur links, Plus = nur rechts, Tilde = geändert</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>verifying...</source>
        <translation>wird geprüft...</translation>
    </message>
    <message>
        <source>verifying: %1</source>
        <translation>wird geprüft: %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeLinks</name>
    <message>
        <source>%1 does %2: what it stored had its values on the first input that was run (relative error %3)</source>
        <translation>%1 führt %2 aus: Was er schrieb, hatte bei der ersten gelaufenen Eingabe dessen Werte (relativer Fehler %3)</translation>
    </message>
    <message>
        <source>%1 stored the output, as %2 here, with other values (relative error %3)</source>
        <translation>%1 schrieb die Ausgabe, wie hier %2, mit anderen Werten (relativer Fehler %3)</translation>
    </message>
    <message>
        <source>%1 takes in %2: it lies on the way to its result, and no other launch stores it</source>
        <translation>%1 schließt %2 ein: Es liegt auf dem Weg zu seinem Ergebnis, und kein anderer Start schreibt es</translation>
    </message>
    <message>
        <source>%1 may do %2: only the shape is the same</source>
        <translation>%1 führt vielleicht %2 aus: Nur die Form ist gleich</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeNotes</name>
    <message numerus="yes">
        <source>%1 bits (%n instructions)</source>
        <translation>
            <numerusform>%1 Bit (%n Befehl)</numerusform>
            <numerusform>%1 Bit (%n Befehle)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of one thread: %2</source>
        <translation>%1 eines Threads: %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>load 128</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>ld</source>
        <translation>ld</translation>
    </message>
    <message>
        <source>Loads</source>
        <translation>Ladezugriffe</translation>
    </message>
    <message>
        <source>st</source>
        <translation>st</translation>
    </message>
    <message>
        <source>Stores</source>
        <translation>Schreibzugriffe</translation>
    </message>
    <message>
        <source>atom</source>
        <translation>atom</translation>
    </message>
    <message>
        <source>Atomics</source>
        <translation>Atomare Zugriffe</translation>
    </message>
    <message>
        <source>Copied to shared memory while the program goes on</source>
        <translation>In den gemeinsamen Speicher kopiert, während das Programm weiterläuft</translation>
    </message>
    <message>
        <source>TMA</source>
        <translation>TMA</translation>
    </message>
    <message>
        <source>Moved by the tensor memory accelerator</source>
        <translation>Bewegt vom Tensor Memory Accelerator</translation>
    </message>
    <message>
        <source>128 bits is the widest that one thread moves at once</source>
        <translation>Mehr als 128 Bit bewegt ein Thread nicht auf einmal</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>range of numbers</comment>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>%1: %2 registers, %3 spilled words, %4 shared, %5 warps</source>
        <translation>%1: %2 Register, %3 ausgelagerte Wörter, %4 gemeinsam, %5 Warps</translation>
    </message>
    <message>
        <source>occupancy %1% (%2 of 64 warps), limited by %3</source>
        <translation>Auslastung %1% (%2 von 64 Warps), begrenzt durch %3</translation>
    </message>
    <message>
        <source>%1 reg</source>
        <translation>%1 Reg.</translation>
    </message>
    <message>
        <source> %1 spilled</source>
        <translation> %1 ausgelagert</translation>
    </message>
    <message>
        <source>Lines %1 to %2 ran on no input: nothing is known of what they do</source>
        <translation>Die Zeilen %1 bis %2 liefen bei keiner Eingabe: Was sie tun, ist nicht bekannt</translation>
    </message>
    <message>
        <source>A part of this line ran on no input: nothing is known of what it does</source>
        <translation>Ein Teil dieser Zeile lief bei keiner Eingabe: Was er tut, ist nicht bekannt</translation>
    </message>
    <message>
        <source>untried</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>einseitig</translation>
    </message>
    <message>
        <source>A condition with %1 in kernel %2 had one outcome on all inputs</source>
        <translation>Eine Bedingung mit %1 im Kernel %2 ging bei allen Eingaben gleich aus</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CompilerTable</name>
    <message>
        <source>registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>Warps</translation>
    </message>
    <message>
        <source>Not known for this verdict</source>
        <translation>Für dieses Urteil nicht bekannt</translation>
    </message>
    <message>
        <source>%1 blocks with %2 of 64 warps fit on a multiprocessor of compute capability 9.0; the limit is %3</source>
        <translation>%1 Blöcke mit %2 von 64 Warps passen auf einen Multiprozessor der Compute Capability 9.0; Grenze: %3</translation>
    </message>
    <message>
        <source>%1% · %2</source>
        <translation>%1% · %2</translation>
    </message>
    <message>
        <source>%1 operations in %2</source>
        <translation>%1 Operationen in %2</translation>
    </message>
    <message>
        <source>no tl.dot</source>
        <translation>kein tl.dot</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>4-byte words of local memory per thread</source>
        <translation>4-Byte-Wörter lokalen Speichers je Thread</translation>
    </message>
    <message>
        <source>cubin SHA-256: %1</source>
        <translation>cubin SHA-256: %1</translation>
    </message>
    <message>
        <source>coverage %1%</source>
        <translation>Abdeckung %1%</translation>
    </message>
    <message>
        <source>GPU time: not measured</source>
        <translation>GPU-Zeit: nicht gemessen</translation>
    </message>
    <message>
        <source>%1: %2 µs (%3 to %4) against %5 µs for eager PyTorch, %6× (%7 to %8), on %9</source>
        <translation>%1: %2 µs (%3 bis %4) gegen %5 µs für eager PyTorch, %6× (%7 bis %8), auf %9</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>Compiler</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Per thread</source>
        <translation>Je Thread</translation>
    </message>
    <message>
        <source>spills</source>
        <translation>ausgelagert</translation>
    </message>
    <message>
        <source>shared, B</source>
        <translation>gemeinsam, B</translation>
    </message>
    <message>
        <source>Shared memory per block</source>
        <translation>Gemeinsamer Speicher je Block</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Software pipeline</source>
        <translation>Software-Pipeline</translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Share of a multiprocessor&apos;s 64 warps that can be resident at once, and what allows no more</source>
        <translation>Anteil der 64 Warps eines Multiprozessors, die zugleich darauf liegen können, und was nicht mehr zulässt</translation>
    </message>
    <message>
        <source>bound, µs</source>
        <translation>Schranke, µs</translation>
    </message>
    <message>
        <source>The least time an H200 needs for the bytes that launches move and for the operations of tl.dot, and which of the two it is</source>
        <translation>Die kürzeste Zeit, die eine H200 für die von den Starts bewegten Bytes und für die Operationen von tl.dot braucht, und welches von beiden es ist</translation>
    </message>
    <message>
        <source>flop/B</source>
        <translation>flop/B</translation>
    </message>
    <message>
        <source>Operations of tl.dot per byte that is moved</source>
        <translation>Operationen von tl.dot je bewegtem Byte</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>Gitter</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>In one forward call</source>
        <translation>In einem Aufruf von forward</translation>
    </message>
    <message>
        <source>cubin, B</source>
        <translation>cubin, B</translation>
    </message>
    <message>
        <source>compiled in</source>
        <translation>übersetzt in</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>No kernels to show</source>
        <translation>Keine Kernel zu zeigen</translation>
    </message>
    <message>
        <source>Registers, spills, shared memory and warps of each compiled kernel appear here.</source>
        <translation>Register, Auslagerungen, gemeinsamer Speicher und Warps jedes übersetzten Kernels erscheinen hier.</translation>
    </message>
    <message>
        <source>1 kernel, compiled for sm_90</source>
        <translation>1 Kernel, übersetzt für sm_90</translation>
    </message>
    <message numerus="yes">
        <source>%n kernels, compiled for sm_90</source>
        <translation>
            <numerusform>%n Kernel, übersetzt für sm_90</numerusform>
            <numerusform>%n Kernel, übersetzt für sm_90</numerusform>
        </translation>
    </message>
    <message>
        <source>Counted when the original inputs run on the kernel machine</source>
        <translation>Gezählt, wenn die ursprünglichen Eingaben auf der Kernel-Maschine laufen</translation>
    </message>
    <message>
        <source>Launches: %1. At least %2 read and %3 written, with %4 (counted by the kernel machine on the %5 inputs). An H200 at 4.8 TB/s and its published rates needs at least %6 µs: bound by %7.</source>
        <translation>Starts: %1. Mindestens %2 gelesen und %3 geschrieben, %4 (gezählt von der Kernel-Maschine, Eingaben: %5). Eine H200 braucht mit 4,8 TB/s und ihren veröffentlichten Raten mindestens %6 µs, begrenzt durch: %7.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurvePlot</name>
    <message numerus="yes">
        <source>Not finite here: %n. Cross = NaN, triangle = infinity.</source>
        <translation>
            <numerusform>Hier nicht endlich: %n. Kreuz = NaN, Dreieck = unendlich.</numerusform>
            <numerusform>Hier nicht endlich: %n. Kreuz = NaN, Dreieck = unendlich.</numerusform>
        </translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Plot of %1</source>
        <translation>Diagramm: %1</translation>
    </message>
    <message>
        <source>Curves over the steps of the run; the value table lists the numbers at the cursor.</source>
        <translation>Kurven über die Schritte des Laufs; die Wertetabelle nennt die Zahlen am Zeiger.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>No candidate of this run was timed</source>
        <translation>Kein Kandidat dieses Laufs wurde gemessen</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1: %2, smoothed %3</source>
        <translation>%1: %2, geglättet %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurveTable</name>
    <message>
        <source>Values at the cursor</source>
        <translation>Werte am Zeiger</translation>
    </message>
    <message>
        <source>plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Value at the first cursor, dashed, and its step</source>
        <translation>Wert am ersten Zeiger (gestrichelt) und sein Schritt</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Value at the second cursor, dotted, and its step</source>
        <translation>Wert am zweiten Zeiger (gepunktet) und sein Schritt</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Difference of the two values</source>
        <translation>Unterschied der beiden Werte</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>je Schritt</translation>
    </message>
    <message>
        <source>Difference divided by the steps between</source>
        <translation>Unterschied geteilt durch die Schritte dazwischen</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>geglättet</translation>
    </message>
    <message>
        <source>Difference of the smoothed values</source>
        <translation>Unterschied der geglätteten Werte</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>The last one at or before the cursor</source>
        <translation>Der letzte am oder vor dem Zeiger</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>Wie gespeichert</translation>
    </message>
    <message>
        <source>This curve is not smoothed</source>
        <translation>Diese Kurve ist nicht geglättet</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurvesView</name>
    <message>
        <source>Show what looks wrong with this run, and what to do</source>
        <translation>Zeigen, was an diesem Lauf falsch aussieht, und was zu tun ist</translation>
    </message>
    <message>
        <source>1 alarm</source>
        <translation>1 Alarm</translation>
    </message>
    <message>
        <source>%1 alarms</source>
        <translation>%1 Alarme</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>%1 lässt sich nicht schreiben: %2. Bitte einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Export curves</source>
        <translation>Kurven ausgeben</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>single metrics</source>
        <translation>einzelne Messgrößen</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>No curves yet</source>
        <translation>Noch keine Kurven</translation>
    </message>
    <message>
        <source>Reward, pass rate, funnel and loss appear here as soon as a run has finished its first step.</source>
        <translation>Belohnung, Erfolgsquote, Trichter und Verlust erscheinen hier, sobald ein Lauf seinen ersten Schritt beendet hat.</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic y axis in all line plots</source>
        <translation>Logarithmische y-Achse in allen Liniendiagrammen</translation>
    </message>
    <message>
        <source>pause view</source>
        <translation>Bild anhalten</translation>
    </message>
    <message>
        <source>Hold the picture; data goes on arriving</source>
        <translation>Das Bild festhalten; Daten kommen weiter an</translation>
    </message>
    <message>
        <source>follow</source>
        <translation>folgen</translation>
    </message>
    <message>
        <source>Keep the newest step in view</source>
        <translation>Den neuesten Schritt im Bild halten</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Table of the values at the cursor</source>
        <translation>Tabelle der Werte am Zeiger</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>Show the whole run (double click in a plot)</source>
        <translation>Den ganzen Lauf zeigen (Doppelklick ins Diagramm)</translation>
    </message>
    <message>
        <source>plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Choose what is plotted: any metric of the run</source>
        <translation>Wählen, was gezeichnet wird: jede Messgröße des Laufs</translation>
    </message>
    <message>
        <source>add run</source>
        <translation>Lauf dazu</translation>
    </message>
    <message>
        <source>Lay the curves of another run over these (or drop its folder)</source>
        <translation>Kurven eines anderen Laufs darüberlegen (oder seinen Ordner hierher ziehen)</translation>
    </message>
    <message>
        <source>export</source>
        <translation>ausgeben</translation>
    </message>
    <message>
        <source>Save the stored values as CSV, or the picture as PNG, SVG or PDF</source>
        <translation>Die gespeicherten Werte als CSV sichern oder das Bild als PNG, SVG oder PDF</translation>
    </message>
    <message>
        <source>pin</source>
        <translation>festhalten</translation>
    </message>
    <message>
        <source>Hold the cursor and its values (P in a plot; Escape lets go of both cursors)</source>
        <translation>Zeiger und Werte festhalten (P im Diagramm; Escape löst beide Zeiger)</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>step axis</source>
        <translation>Schrittachse</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>pinned at step %1</source>
        <translation>festgehalten bei Schritt %1</translation>
    </message>
    <message>
        <source>Values as CSV...</source>
        <translation>Werte als CSV...</translation>
    </message>
    <message>
        <source>Picture as PNG...</source>
        <translation>Bild als PNG...</translation>
    </message>
    <message>
        <source>Picture as SVG...</source>
        <translation>Bild als SVG...</translation>
    </message>
    <message>
        <source>Picture as PDF...</source>
        <translation>Bild als PDF...</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>%1: steps %2 to %3</source>
        <translation>%1: Schritte %2 bis %3</translation>
    </message>
    <message>
        <source>phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Zoom to a phase of the run (Page Up and Page Down in a plot), or hide the marks</source>
        <translation>Auf eine Phase des Laufs vergrößern (Bild auf und Bild ab im Diagramm) oder die Marken ausblenden</translation>
    </message>
    <message>
        <source>Show where phases begin</source>
        <translation>Zeigen, wo Phasen beginnen</translation>
    </message>
    <message>
        <source>Show the episodes of step %1</source>
        <translation>Episoden von Schritt %1 zeigen</translation>
    </message>
    <message>
        <source>Copy the values of step %1</source>
        <translation>Werte von Schritt %1 kopieren</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeList</name>
    <message>
        <source>Episodes</source>
        <translation>Episoden</translation>
    </message>
    <message>
        <source>Filter: level:2 step:&gt;60 reason:</source>
        <translation>Filter: level:2 step:&gt;60 reason:</translation>
    </message>
    <message>
        <source>Filter of the episodes</source>
        <translation>Filter der Episoden</translation>
    </message>
    <message>
        <source>Words look in task and reason. Keys: %1.
Examples: stage:tiny  is:rejected  step:10..20  reward&gt;=0.5  -task:softmax
Down offers what fits, Tab takes it.</source>
        <translation>Wörter suchen in Aufgabe und Grund. Schlüssel: %1.
Beispiele: stage:tiny  is:rejected  step:10..20  reward&gt;=0.5  -task:softmax
Abwärts bietet Passendes an, Tab übernimmt es.</translation>
    </message>
    <message>
        <source>Jump to the newest episodes</source>
        <translation>Zu den neuesten Episoden springen</translation>
    </message>
    <message>
        <source>Only episodes of these steps are shown. Click to show all steps.</source>
        <translation>Nur Episoden dieser Schritte sind zu sehen. Klicken zeigt alle Schritte.</translation>
    </message>
    <message>
        <source>step %1 %2</source>
        <translation>Schritt %1 %2</translation>
    </message>
    <message>
        <source>steps %1 to %2 %3</source>
        <translation>Schritte %1 bis %2 %3</translation>
    </message>
    <message>
        <source>Steps %1 to %2. Show all steps.</source>
        <translation>Schritte %1 bis %2. Alle Schritte zeigen.</translation>
    </message>
    <message>
        <source>Copy rows as text</source>
        <translation>Zeilen als Text kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>%1 shown, reading flags</source>
        <translation>%1 gezeigt, Vermerke werden gelesen</translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>%1 gezeigt</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 neu</translation>
    </message>
    <message numerus="yes">
        <source>New episodes: %n. Jump to the newest.</source>
        <translation>
            <numerusform>Neue Episoden: %n. Zur neuesten springen.</numerusform>
            <numerusform>Neue Episoden: %n. Zur neuesten springen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No episodes yet</source>
        <translation>Noch keine Episoden</translation>
    </message>
    <message>
        <source>Each judged candidate of the run appears here, the newest first.</source>
        <translation>Jeder beurteilte Kandidat des Laufs erscheint hier, der neueste zuerst.</translation>
    </message>
    <message>
        <source>No episode fits the filter</source>
        <translation>Keine Episode passt zum Filter</translation>
    </message>
    <message>
        <source>Take terms out of the filter line, or the range of steps away, to see more.</source>
        <translation>Begriffe aus dem Filter nehmen oder den Schrittbereich aufheben, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>Take terms out of the filter line to see more.</source>
        <translation>Begriffe aus dem Filter nehmen, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>Supervised fine-tuning learns from given answers: nothing is generated or judged. Candidates of later phases and of evaluations appear here.</source>
        <translation>Überwachte Feinabstimmung lernt aus vorgegebenen Antworten: Nichts wird erzeugt oder beurteilt. Kandidaten späterer Phasen und von Auswertungen erscheinen hier.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeModel</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>level</source>
        <translation>Level</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>advantage</source>
        <translation>Vorteil</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>judged in</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Step %1, prompt %2, completion %3 (%4)</source>
        <translation>Schritt %1, Prompt %2, Antwort %3 (%4)</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>No bookmark</source>
        <translation>Kein Lesezeichen</translation>
    </message>
    <message>
        <source>bookmarked</source>
        <translation>mit Lesezeichen</translation>
    </message>
    <message>
        <source>Bookmark; a dot for a note</source>
        <translation>Lesezeichen; ein Punkt steht für eine Notiz</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>%1 · turn %2</source>
        <translation>%1 · Runde %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeTimeline</name>
    <message>
        <source>Events of the episode in lanes</source>
        <translation>Ereignisse der Episode in Bahnen</translation>
    </message>
    <message>
        <source>Left and Right go event by event, brackets token by token, plus and minus zoom, 0 shows all, Z shows the chosen event, Space plays.</source>
        <translation>Links und Rechts gehen von Ereignis zu Ereignis, eckige Klammern von Token zu Token, Plus und Minus vergrößern und verkleinern, 0 zeigt alles, Z zeigt das gewählte Ereignis, Leertaste spielt ab.</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>Erzeugung</translation>
    </message>
    <message>
        <source>%1, measured for all completions of the step, which are generated together; tokens are in order only</source>
        <translation>%1, gemessen für alle Antworten des Schritts, die gemeinsam erzeugt werden; bei Token stimmt nur die Reihenfolge</translation>
    </message>
    <message>
        <source>took %1, measured; when it began is not recorded</source>
        <translation>dauerte %1, gemessen; der Beginn ist nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>order only: no time was recorded</source>
        <translation>nur Reihenfolge: Es wurde keine Zeit aufgezeichnet</translation>
    </message>
    <message>
        <source>extraction</source>
        <translation>Entnahme</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>in order: no times were recorded</source>
        <translation>der Reihe nach: Es wurden keine Zeiten aufgezeichnet</translation>
    </message>
    <message>
        <source>in order, not to scale</source>
        <translation>der Reihe nach, nicht maßstäblich</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ErrorMapView</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>NaN, infinite or another integer</source>
        <translation>NaN, unendlich oder eine andere ganze Zahl</translation>
    </message>
    <message>
        <source>error up to %1 times the bound</source>
        <translation>Fehler bis zum %1-fachen der Schranke</translation>
    </message>
    <message>
        <source>error at most %1 of the bound</source>
        <translation>Fehler höchstens %1 der Schranke</translation>
    </message>
    <message>
        <source>Where the output differs</source>
        <translation>Wo die Ausgabe abweicht</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>%1 of %2 beyond the bound · %3</source>
        <translation>%1 von %2 über der Schranke · %3</translation>
    </message>
    <message>
        <source>output %1: %2</source>
        <translation>Ausgabe %1: %2</translation>
    </message>
    <message>
        <source>rows %1, columns %2: %3</source>
        <translation>Zeilen %1, Spalten %2: %3</translation>
    </message>
    <message>
        <source>Copy as Table</source>
        <translation>Als Tabelle kopieren</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>Schranke</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FilterLine</name>
    <message>
        <source>Offers for the filter</source>
        <translation>Angebote für den Filter</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FindBar</name>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Escape)</translation>
    </message>
    <message>
        <source>Text to find</source>
        <translation>Gesuchter Text</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 Treffer</translation>
    </message>
    <message numerus="yes">
        <source>%n hits</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FlagLine</name>
    <message>
        <source>Flag: %1</source>
        <translation>Vermerk: %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FunnelChart</name>
    <message>
        <source>Furthest stage passed, by step</source>
        <translation>Weiteste bestandene Stufe je Schritt</translation>
    </message>
    <message>
        <source>Left and Right move the step, with Shift they choose a range, Escape takes it away. The table holds the numbers of the range.</source>
        <translation>Links und Rechts bewegen den Schritt, mit Umschalt wählen sie einen Bereich, Escape hebt ihn auf. Die Tabelle enthält die Zahlen des Bereichs.</translation>
    </message>
    <message>
        <source>passed nothing</source>
        <translation>nichts bestanden</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FunnelFlowView</name>
    <message>
        <source>others (%1)</source>
        <translation>andere (%1)</translation>
    </message>
    <message>
        <source>Where candidates leave the funnel</source>
        <translation>Wo Kandidaten den Trichter verlassen</translation>
    </message>
    <message>
        <source>Left and Right go from stage to stage, Up and Down from reason to reason, Enter shows the episodes. The table holds the same numbers.</source>
        <translation>Links und Rechts gehen von Stufe zu Stufe, Auf und Ab von Grund zu Grund, Eingabe zeigt die Episoden. Die Tabelle enthält dieselben Zahlen.</translation>
    </message>
    <message>
        <source>Rejected at %1: other reasons (%2)</source>
        <translation>Abgelehnt bei %1: andere Gründe (%2)</translation>
    </message>
    <message>
        <source>%1: %2 of %3 candidates came here, %4; %5 of them passed</source>
        <translation>%1: %2 von %3 Kandidaten kamen hierher, %4; %5 davon bestanden</translation>
    </message>
    <message>
        <source>Click to list these episodes.</source>
        <translation>Klicken listet diese Episoden auf.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FunnelView</name>
    <message>
        <source>Funnel</source>
        <translation>Trichter</translation>
    </message>
    <message>
        <source>Phase that is counted</source>
        <translation>Gezählte Phase</translation>
    </message>
    <message>
        <source>Level of the tasks that is counted</source>
        <translation>Gezähltes Level der Aufgaben</translation>
    </message>
    <message>
        <source>No candidates yet</source>
        <translation>Noch keine Kandidaten</translation>
    </message>
    <message>
        <source>How far candidates come, and why they are rejected, appears here as soon as a run has judged some.</source>
        <translation>Wie weit Kandidaten kommen und warum sie abgelehnt werden, erscheint hier, sobald ein Lauf einige beurteilt hat.</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>Count all steps (Escape, or a double click in the chart)</source>
        <translation>Alle Schritte zählen (Escape oder Doppelklick ins Bild)</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Show every reason with its numbers</source>
        <translation>Jeden Grund mit seinen Zahlen zeigen</translation>
    </message>
    <message>
        <source>export</source>
        <translation>ausgeben</translation>
    </message>
    <message>
        <source>Copy the table, or save reasons or steps as CSV</source>
        <translation>Die Tabelle kopieren oder Gründe oder Schritte als CSV sichern</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>of all</source>
        <translation>von allen</translation>
    </message>
    <message>
        <source>Share of all candidates of these steps</source>
        <translation>Anteil an allen Kandidaten dieser Schritte</translation>
    </message>
    <message>
        <source>of stage</source>
        <translation>der Stufe</translation>
    </message>
    <message>
        <source>Share of the candidates that reached the stage</source>
        <translation>Anteil an den Kandidaten, die die Stufe erreichten</translation>
    </message>
    <message>
        <source>Where candidates leave the funnel, in numbers</source>
        <translation>Wo Kandidaten den Trichter verlassen, in Zahlen</translation>
    </message>
    <message>
        <source>Click a way out to list its episodes.</source>
        <translation>Ein Klick auf einen Ausgang listet seine Episoden auf.</translation>
    </message>
    <message>
        <source>all phases</source>
        <translation>alle Phasen</translation>
    </message>
    <message>
        <source>all levels</source>
        <translation>alle Level</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>Level %1</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>alle Schritte</translation>
    </message>
    <message>
        <source>%1 · %2 candidates · %3 accepted</source>
        <translation>%1 · %2 Kandidaten · %3 angenommen</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Reasons as CSV...</source>
        <translation>Gründe als CSV...</translation>
    </message>
    <message>
        <source>Steps as CSV...</source>
        <translation>Schritte als CSV...</translation>
    </message>
    <message>
        <source>Save the steps</source>
        <translation>Schritte sichern</translation>
    </message>
    <message>
        <source>Save the reasons</source>
        <translation>Gründe sichern</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>%1 judges no candidates</source>
        <translation>%1 beurteilt keine Kandidaten</translation>
    </message>
    <message>
        <source>No candidates here</source>
        <translation>Keine Kandidaten hier</translation>
    </message>
    <message>
        <source>Supervised fine-tuning learns from given answers. Its loss is in the curves.</source>
        <translation>Überwachte Feinabstimmung lernt aus vorgegebenen Antworten. Ihr Verlust steht in den Kurven.</translation>
    </message>
    <message>
        <source>Choose other phases, levels or steps to see candidates.</source>
        <translation>Andere Phasen, Level oder Schritte wählen, um Kandidaten zu sehen.</translation>
    </message>
    <message>
        <source>reasons</source>
        <translation>Gründe</translation>
    </message>
    <message>
        <source>List the commonest reasons of the last steps, each in one sentence</source>
        <translation>Die häufigsten Gründe der letzten Schritte, jeder in einem Satz</translation>
    </message>
    <message>
        <source>Click a reason to list its episodes.</source>
        <translation>Ein Klick auf einen Grund listet seine Episoden.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::GroupColumn</name>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>Candidate of completion %1</source>
        <translation>Kandidat der Antwort %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::GroupHead</name>
    <message>
        <source>Completion %1 of %2: %3, reward %4, advantage %5</source>
        <translation>Antwort %1 von %2: %3, Belohnung %4, Vorteil %5</translation>
    </message>
    <message>
        <source>%1, selected</source>
        <translation>%1, gewählt</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>advantage %1</source>
        <translation>Vorteil %1</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>Belohnung %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::GroupView</name>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>No episode selected</source>
        <translation>Keine Episode gewählt</translation>
    </message>
    <message>
        <source>Select an episode to see all completions of its prompt side by side.</source>
        <translation>Eine Episode wählen, um alle Antworten auf ihren Prompt nebeneinander zu sehen.</translation>
    </message>
    <message>
        <source>Completions of the group</source>
        <translation>Antworten der Gruppe</translation>
    </message>
    <message>
        <source>by reward</source>
        <translation>nach Belohnung</translation>
    </message>
    <message>
        <source>Best completion first, instead of the order of sampling</source>
        <translation>Beste Antwort zuerst, statt in der Reihenfolge der Ziehung</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Mark what differs from the selected candidate</source>
        <translation>Markieren, was vom gewählten Kandidaten abweicht</translation>
    </message>
    <message>
        <source>step %1 · prompt %2 · %3 completions · mean reward %4</source>
        <translation>Schritt %1 · Prompt %2 · %3 Antworten · mittlere Belohnung %4</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::InputsTable</name>
    <message>
        <source>%1 of %2 wrong</source>
        <translation>%1 von %2 falsch</translation>
    </message>
    <message>
        <source>, first at %1</source>
        <translation>, zuerst bei %1</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>– not applicable</source>
        <translation>– entfällt</translation>
    </message>
    <message>
        <source>– not applicable: %1</source>
        <translation>– entfällt: %1</translation>
    </message>
    <message>
        <source>~ agrees (advisory)</source>
        <translation>~ stimmt überein (nur Hinweis)</translation>
    </message>
    <message>
        <source>~ flag &quot;%1&quot;: %2</source>
        <translation>~ Vermerk „%1“: %2</translation>
    </message>
    <message>
        <source> passed</source>
        <translation> bestanden</translation>
    </message>
    <message>
        <source>Advisory: a failure would set a flag and reject nothing.</source>
        <translation>Nur Hinweis: Ein Fehler setzte einen Vermerk und lehnte nichts ab.</translation>
    </message>
    <message>
        <source>Advisory: this sets a flag and rejects nothing.</source>
        <translation>Nur Hinweis: Dies setzt einen Vermerk und lehnt nichts ab.</translation>
    </message>
    <message>
        <source>There: expected %1, got %2</source>
        <translation>Dort: erwartet %1, erhalten %2</translation>
    </message>
    <message>
        <source>PyTorch&apos;s own error in this dtype: %1</source>
        <translation>PyTorchs eigener Fehler in diesem Typ: %1</translation>
    </message>
    <message>
        <source>Took %1</source>
        <translation>Dauerte %1</translation>
    </message>
    <message>
        <source>Not measured: the input did not get that far</source>
        <translation>Nicht gemessen: Die Eingabe kam nicht so weit</translation>
    </message>
    <message>
        <source>%1 of %2 passed</source>
        <translation>%1 von %2 bestanden</translation>
    </message>
    <message>
        <source> · %1 of %2 advisory flagged</source>
        <translation> · %1 von %2 Hinweisen vermerkt</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Reproduce as script</source>
        <translation>Als Skript nachstellen</translation>
    </message>
    <message>
        <source>Save a Python script that shows this failure without Nereid</source>
        <translation>Ein Python-Skript sichern, das diesen Fehler ohne Nereid zeigt</translation>
    </message>
    <message>
        <source>No inputs to show</source>
        <translation>Keine Eingaben zu zeigen</translation>
    </message>
    <message>
        <source>Choose an input to see where its output differs.</source>
        <translation>Eine Eingabe wählen, um zu sehen, wo ihre Ausgabe abweicht.</translation>
    </message>
    <message>
        <source>Every element is within the bound.</source>
        <translation>Jedes Element liegt in der Schranke.</translation>
    </message>
    <message>
        <source>No values were compared, or no map of them was kept.</source>
        <translation>Es wurden keine Werte verglichen, oder ihre Karte wurde nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>All applicable inputs agree with the reference.</source>
        <translation>Alle anwendbaren Eingaben stimmen mit der Referenz überein.</translation>
    </message>
    <message>
        <source>No input was run</source>
        <translation>Keine Eingabe lief</translation>
    </message>
    <message>
        <source>The candidate was rejected at the stage %1.</source>
        <translation>Der Kandidat wurde auf der Stufe %1 abgelehnt.</translation>
    </message>
    <message>
        <source>The verdict lists no inputs.</source>
        <translation>Das Urteil nennt keine Eingaben.</translation>
    </message>
    <message>
        <source>First wrong element: %1, expected %2, got %3</source>
        <translation>Erstes falsches Element: %1, erwartet %2, erhalten %3</translation>
    </message>
    <message>
        <source>Show this element in the map of where the output differs</source>
        <translation>Dieses Element in der Karte der Abweichungen zeigen</translation>
    </message>
    <message>
        <source>Relative to the fp64 reference, worst over outputs and rows. By allclose: in the unit of the output, of the element that is worst against its bound</source>
        <translation>Gegen die fp64-Referenz, der größte über Ausgaben und Zeilen. Bei allclose: in der Einheit der Ausgabe, des Elements, das gegen seine Schranke am schlechtesten ist</translation>
    </message>
    <message>
        <source>Largest error that is accepted there</source>
        <translation>Größter Fehler, der dort angenommen wird</translation>
    </message>
    <message>
        <source>Select an episode, or verify a candidate: each input variant with its error and bound appears here.</source>
        <translation>Eine Episode wählen oder einen Kandidaten prüfen: Jede Eingabevariante mit Fehler und Schranke erscheint hier.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::KernelDebugger</name>
    <message>
        <source>Debugger</source>
        <translation>Debugger</translation>
    </message>
    <message>
        <source>Source of the kernel</source>
        <translation>Quelltext des Kernels</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>As Triton&apos;s intermediate form names it</source>
        <translation>So heißt sie in der Zwischenform von Triton</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Way of the element</source>
        <translation>Weg des Elements</translation>
    </message>
    <message>
        <source>No program to step through</source>
        <translation>Kein Programm für die Schrittansicht</translation>
    </message>
    <message>
        <source>Choose an episode or judge a kernel; then every value of it can be looked at.</source>
        <translation>Wählen Sie eine Episode oder lassen Sie einen Kernel beurteilen; dann kann jeder seiner Werte angesehen werden.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>To the first line</source>
        <translation>Zur ersten Zeile</translation>
    </message>
    <message>
        <source>One line back</source>
        <translation>Eine Zeile zurück</translation>
    </message>
    <message>
        <source>One line on</source>
        <translation>Eine Zeile weiter</translation>
    </message>
    <message>
        <source>To the last line</source>
        <translation>Zur letzten Zeile</translation>
    </message>
    <message>
        <source>To the last time that this line ran</source>
        <translation>Zum vorigen Durchgang durch diese Zeile</translation>
    </message>
    <message>
        <source>To the next time that this line runs</source>
        <translation>Zum nächsten Durchgang durch diese Zeile</translation>
    </message>
    <message>
        <source>&amp;Element</source>
        <translation>&amp;Element</translation>
    </message>
    <message>
        <source>first, 3,8 or 1:3,8</source>
        <translation>first, 3,8 oder 1:3,8</translation>
    </message>
    <message>
        <source>An element of the output: the program that stored it is shown. first is the first wrong one; 1:3,8 is of the second output.</source>
        <translation>Ein Element der Ausgabe: gezeigt wird das Programm, das es geschrieben hat. first ist das erste falsche; 1:3,8 gehört zur zweiten Ausgabe.</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Numbers, or only their colours from the smallest to the largest</source>
        <translation>Zahlen oder nur ihre Farben von der kleinsten bis zur größten</translation>
    </message>
    <message>
        <source>Debug this kernel</source>
        <translation>Diesen Kernel debuggen</translation>
    </message>
    <message>
        <source>There is nothing to step through</source>
        <translation>Es gibt nichts für die Schrittansicht</translation>
    </message>
    <message>
        <source>%1 · program %2, %3, %4 of %5 × %6 × %7 · input %8</source>
        <translation>%1 · Programm %2, %3, %4 von %5 × %6 × %7 · Eingabe %8</translation>
    </message>
    <message>
        <source> · output %1 %2</source>
        <translation> · Ausgabe %1 %2</translation>
    </message>
    <message>
        <source> · failed</source>
        <translation> · gescheitert</translation>
    </message>
    <message>
        <source> · it did more than is kept</source>
        <translation> · es tat mehr, als behalten wird</translation>
    </message>
    <message>
        <source>line %1 · %2 of %3</source>
        <translation>Zeile %1 · %2 von %3</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> (%1)</translation>
    </message>
    <message>
        <source>Made of · %1</source>
        <translation>Entstanden aus · %1</translation>
    </message>
    <message>
        <source>&amp;Launch</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Launches of forward, in order, with kernel and grid</source>
        <translation>Starts von forward, der Reihe nach, mit Kernel und Gitter</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>&amp;Programm</translation>
    </message>
    <message>
        <source>Program, x of the grid</source>
        <translation>Programm, x des Gitters</translation>
    </message>
    <message>
        <source>Program, y of the grid</source>
        <translation>Programm, y des Gitters</translation>
    </message>
    <message>
        <source>Program, z of the grid</source>
        <translation>Programm, z des Gitters</translation>
    </message>
    <message>
        <source>%1 of the program in the grid, 0 to %2</source>
        <translation>%1 des Programms im Gitter, 0 bis %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Its memory is not kept: launches behind it take too much</source>
        <translation>Sein Speicher ist nicht behalten: Starts danach brauchen zu viel</translation>
    </message>
    <message>
        <source>judging once more, for another program...</source>
        <translation>wird noch einmal beurteilt, für ein anderes Programm ...</translation>
    </message>
    <message>
        <source> · line %1 did not run</source>
        <translation> · Zeile %1 lief nicht</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LegendChips</name>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show or hide %n more curve(s)</source>
        <translation>
            <numerusform>%n weitere Kurve zeigen oder ausblenden</numerusform>
            <numerusform>%n weitere Kurven zeigen oder ausblenden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LevelPane</name>
    <message>
        <source>No %1 of this kernel</source>
        <translation>Kein %1 dieses Kernels</translation>
    </message>
    <message>
        <source>The compiler did not get that far.</source>
        <translation>So weit kam der Compiler nicht.</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>inlined: %1</source>
        <translation>eingebettet: %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LevelView</name>
    <message>
        <source>%1 · %2 warps, %3 stages, %4 registers</source>
        <translation>%1 · %2 Warps, %3 Stufen, %4 Register</translation>
    </message>
    <message>
        <source>Compiler levels</source>
        <translation>Compilerebenen</translation>
    </message>
    <message>
        <source>Compiled kernel</source>
        <translation>Übersetzter Kernel</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Level of the compiler</source>
        <translation>Ebene des Compilers</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected lines, or the whole text</source>
        <translation>Die gewählten Zeilen oder den ganzen Text kopieren</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>Sichern...</translation>
    </message>
    <message>
        <source>Save the text of this level</source>
        <translation>Den Text dieser Ebene sichern</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Nothing compiled</source>
        <translation>Nichts übersetzt</translation>
    </message>
    <message>
        <source>TTIR, TTGIR, LLIR, PTX and SASS of each kernel appear here, linked with the lines of the candidate.</source>
        <translation>TTIR, TTGIR, LLIR, PTX und SASS jedes Kernels erscheinen hier, verbunden mit den Zeilen des Kandidaten.</translation>
    </message>
    <message>
        <source>Not kept for this verdict</source>
        <translation>Für dieses Urteil nicht aufbewahrt</translation>
    </message>
    <message>
        <source>What the compiler made of each kernel is kept only when it is asked for, because it takes time and room.</source>
        <translation>Was der Compiler aus jedem Kernel machte, wird nur auf Wunsch aufbewahrt, denn es kostet Zeit und Platz.</translation>
    </message>
    <message>
        <source>Verify again with artefacts</source>
        <translation>Erneut prüfen und aufbewahren</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>Line %1 of the candidate: nothing here</source>
        <translation>Zeile %1 des Kandidaten: hier nichts</translation>
    </message>
    <message>
        <source>Line %1 of the candidate: 1 line here</source>
        <translation>Zeile %1 des Kandidaten: hier 1 Zeile</translation>
    </message>
    <message numerus="yes">
        <source>Line %1 of the candidate: %n lines here</source>
        <translation>
            <numerusform>Zeile %1 des Kandidaten: hier %n Zeile</numerusform>
            <numerusform>Zeile %1 des Kandidaten: hier %n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Compiled kernel, second level</source>
        <translation>Übersetzter Kernel, zweite Ebene</translation>
    </message>
    <message>
        <source>Second level of the compiler</source>
        <translation>Zweite Ebene des Compilers</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Show a second level beside the first, linked with it</source>
        <translation>Eine zweite Ebene neben der ersten zeigen, mit ihr verbunden</translation>
    </message>
    <message numerus="yes">
        <source>%n of this very expression (arrows)</source>
        <translation>
            <numerusform>%n aus genau diesem Ausdruck (Pfeil)</numerusform>
            <numerusform>%n aus genau diesem Ausdruck (Pfeile)</numerusform>
        </translation>
    </message>
    <message>
        <source>Click a line to see where it comes from; F7 walks through what belongs together</source>
        <translation>Eine Zeile anklicken, um zu sehen, woher sie kommt; F7 geht durch, was zusammengehört</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LogView</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Lines to show</source>
        <translation>Gezeigte Zeilen</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>Protokoll des Laufs</translation>
    </message>
    <message>
        <source>%1 · 1 warning</source>
        <translation>%1 · 1 Warnung</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n warnings</source>
        <translation>
            <numerusform>%1 · %n Warnung</numerusform>
            <numerusform>%1 · %n Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>  step %1  </source>
        <translation>  Schritt %1  </translation>
    </message>
    <message>
        <source>Nothing reported yet</source>
        <translation>Noch nichts gemeldet</translation>
    </message>
    <message>
        <source>States, checkpoints, warnings and errors of the run appear here.</source>
        <translation>Zustände, Speicherpunkte, Warnungen und Fehler des Laufs erscheinen hier.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::PanelHead</name>
    <message>
        <source>More commands</source>
        <translation>Weitere Befehle</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ParallelPlot</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>%1 · log</source>
        <translation>%1 · log</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>No axes yet. Settings in which the runs differ and the columns of the table appear here.</source>
        <translation>Noch keine Achsen. Einstellungen, in denen sich die Läufe unterscheiden, und die Spalten der Tabelle erscheinen hier.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>%1 lässt sich nicht schreiben: %2. Bitte einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Parallel coordinates of runs</source>
        <translation>Parallele Koordinaten der Läufe</translation>
    </message>
    <message>
        <source>Runs: %1.</source>
        <translation>Läufe: %1.</translation>
    </message>
    <message>
        <source>Axis %1 of %2: %3, from %4 to %5.</source>
        <translation>Achse %1 von %2: %3, von %4 bis %5.</translation>
    </message>
    <message>
        <source>Axis %1 of %2: %3, all values.</source>
        <translation>Achse %1 von %2: %3, alle Werte.</translation>
    </message>
    <message>
        <source>The table of runs holds the same values. Left and Right choose an axis, Up and Down move the lower end of its range, with Shift the upper one, Delete clears it, Ctrl+Left and Ctrl+Right move the axis.</source>
        <translation>Die Tabelle der Läufe enthält dieselben Werte. Links und Rechts wählen eine Achse, Auf und Ab bewegen das untere Ende ihres Bereichs, mit Umschalt das obere, Entf hebt ihn auf, Strg+Links und Strg+Rechts verschieben die Achse.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::PhaseList</name>
    <message>
        <source>%1, %2 epochs of</source>
        <translation>%1, %2 Epochen zu je</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Add &amp;phase</source>
        <translation>&amp;Phase hinzufügen</translation>
    </message>
    <message>
        <source>Another part of the recipe, behind the others</source>
        <translation>Ein weiterer Teil des Rezepts, hinter den anderen</translation>
    </message>
    <message>
        <source>Add phase</source>
        <translation>Phase hinzufügen</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>Entfernen rückgängig machen</translation>
    </message>
    <message>
        <source>Show all settings of this phase</source>
        <translation>Alle Einstellungen dieser Phase zeigen</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>A method, an agent, or a name of your own, with its method among the settings</source>
        <translation>Ein Verfahren, ein Agent oder ein eigener Name, mit dem Verfahren unter den Einstellungen</translation>
    </message>
    <message>
        <source>settings (%1)</source>
        <translation>Einstellungen (%1)</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>A name of your own</source>
        <translation>Ein eigener Name</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>One phase: %1. More can follow in the same run.</source>
        <translation>Eine Phase: %1. Weitere können im selben Lauf folgen.</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Name of phase %1</source>
        <translation>Name von Phase %1</translation>
    </message>
    <message>
        <source>Steps of %1</source>
        <translation>Schritte von %1</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>Einstellungen von %1</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>%1 nach oben</translation>
    </message>
    <message>
        <source>Move %1 down</source>
        <translation>%1 nach unten</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::QueueList</name>
    <message>
        <source>%1st</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1nd</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1rd</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>could not run: %1</source>
        <translation>konnte nicht laufen: %1</translation>
    </message>
    <message>
        <source>queued, %1</source>
        <translation>wartet als %1</translation>
    </message>
    <message>
        <source>queue paused</source>
        <translation>Warteschlange angehalten</translation>
    </message>
    <message>
        <source>in about %1</source>
        <translation>in etwa %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1
%2
Enter: settings. Alt+Shift+Up or Down: move. Delete: take out.</source>
        <translation>%1
%2
Eingabe: Einstellungen. Alt+Umschalt+Auf oder Ab: verschieben. Entf: herausnehmen.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>Wartende Läufe</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1, angehalten</translation>
    </message>
    <message>
        <source>%1, done in about %2</source>
        <translation>%1, fertig in etwa %2</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>weiter</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>anhalten</translation>
    </message>
    <message>
        <source>Start the next run, now or when the present one ends</source>
        <translation>Den nächsten Lauf starten, jetzt oder wenn der laufende endet</translation>
    </message>
    <message>
        <source>Start no further run; the present one goes on</source>
        <translation>Keinen weiteren Lauf starten; der laufende geht weiter</translation>
    </message>
    <message>
        <source>Go on with the queue</source>
        <translation>Warteschlange fortsetzen</translation>
    </message>
    <message>
        <source>Pause the queue</source>
        <translation>Warteschlange anhalten</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>Einstellungen...</translation>
    </message>
    <message>
        <source>Queue again</source>
        <translation>Erneut einreihen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Take out of the queue</source>
        <translation>Aus der Warteschlange nehmen</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReasonLine</name>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>Go to the line of the candidate</source>
        <translation>Zur Zeile des Kandidaten gehen</translation>
    </message>
    <message>
        <source>Go to line %1 of the candidate</source>
        <translation>Zu Zeile %1 des Kandidaten gehen</translation>
    </message>
    <message>
        <source>accepted: completion %1</source>
        <translation>angenommen: Antwort %1</translation>
    </message>
    <message>
        <source>accepted completion %1 has there: %2</source>
        <translation>dort hat die angenommene Antwort %1: %2</translation>
    </message>
    <message>
        <source>The accepted answer of the group that is nearest to this one. Click to see both.</source>
        <translation>Die angenommene Antwort der Gruppe, die dieser am nächsten ist. Ein Klick zeigt beide.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReasonList</name>
    <message>
        <source>all steps</source>
        <translation>alle Schritte</translation>
    </message>
    <message>
        <source>last %1 steps</source>
        <translation>letzte %1 Schritte</translation>
    </message>
    <message>
        <source>Steps whose reasons are counted</source>
        <translation>Schritte, deren Gründe gezählt werden</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Of all candidates of these steps</source>
        <translation>Von allen Kandidaten dieser Schritte</translation>
    </message>
    <message>
        <source>trend</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Where the share changed, if it did</source>
        <translation>Wo sich der Anteil geändert hat, falls er es tat</translation>
    </message>
    <message>
        <source>The commonest reasons of rejections</source>
        <translation>Die häufigsten Gründe von Ablehnungen</translation>
    </message>
    <message>
        <source>%1 of %2 candidates. Click to list them.</source>
        <translation>%1 von %2 Kandidaten. Ein Klick listet sie.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayBar</name>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Ein Ereignis zurück</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Step on</source>
        <translation>Ein Ereignis weiter</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Select an episode to replay it</source>
        <translation>Eine Episode zur Wiedergabe wählen</translation>
    </message>
    <message>
        <source> accepted</source>
        <translation> angenommen</translation>
    </message>
    <message>
        <source> failed at %1: %2</source>
        <translation> gescheitert bei %1: %2</translation>
    </message>
    <message>
        <source>to scale</source>
        <translation>maßstäblich</translation>
    </message>
    <message>
        <source>Lay the lanes out by measured time; events without one become instants</source>
        <translation>Die Bahnen nach gemessener Zeit anordnen; Ereignisse ohne Zeit werden zu Zeitpunkten</translation>
    </message>
    <message>
        <source>not to scale</source>
        <translation>nicht maßstäblich</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayModel</name>
    <message>
        <source>prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message>
        <source>extract</source>
        <translation>entnehmen</translation>
    </message>
    <message>
        <source>%1 n/a</source>
        <translation>%1 entfällt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>Belohnung %1</translation>
    </message>
    <message>
        <source>advantage %1</source>
        <translation>Vorteil %1</translation>
    </message>
    <message>
        <source>rewards</source>
        <translation>Belohnungen</translation>
    </message>
    <message>
        <source>advantages</source>
        <translation>Vorteile</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayTimeline</name>
    <message>
        <source>Timeline of the episode</source>
        <translation>Zeitleiste der Episode</translation>
    </message>
    <message>
        <source>Left and Right step, Home and End jump, Space plays.</source>
        <translation>Links und Rechts gehen schrittweise, Pos1 und Ende springen, Leertaste spielt ab.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayView</name>
    <message>
        <source>%1, error %2, bound %3</source>
        <translation>%1, Fehler %2, Schranke %3</translation>
    </message>
    <message numerus="yes">
        <source>%n lines of Python</source>
        <translation>
            <numerusform>%n Zeile Python</numerusform>
            <numerusform>%n Zeilen Python</numerusform>
        </translation>
    </message>
    <message>
        <source>no candidate in the completion</source>
        <translation>kein Kandidat in der Antwort</translation>
    </message>
    <message>
        <source>cut off at the token limit</source>
        <translation>an der Tokengrenze abgeschnitten</translation>
    </message>
    <message>
        <source>group mean %1, std %2</source>
        <translation>Gruppenmittel %1, Std.-Abw. %2</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>Episode</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>detail</source>
        <translation>Einzelheit</translation>
    </message>
    <message>
        <source>What happened so far</source>
        <translation>Was bisher geschah</translation>
    </message>
    <message>
        <source>completion</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>advantage</source>
        <translation>Vorteil</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>Bisher</translation>
    </message>
    <message>
        <source>Nothing to replay</source>
        <translation>Nichts wiederzugeben</translation>
    </message>
    <message>
        <source>Select an episode: prompt, tokens, stages, inputs and reward replay here.</source>
        <translation>Eine Episode wählen: Prompt, Token, Stufen, Eingaben und Belohnung laufen hier ab.</translation>
    </message>
    <message>
        <source>step %1 · completion %2</source>
        <translation>Schritt %1 · Antwort %2</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>Beendet: %1</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>Jetzt: %1</translation>
    </message>
    <message>
        <source>▸ %1</source>
        <translation>▸ %1</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Run the verifier on this candidate now and show what differs from the record</source>
        <translation>Diesen Kandidaten jetzt vom Prüfer beurteilen lassen und zeigen, was von der Aufzeichnung abweicht</translation>
    </message>
    <message>
        <source>completion %1 of %2</source>
        <translation>Antwort %1 von %2</translation>
    </message>
    <message>
        <source>reward %1, rank %2 in the group</source>
        <translation>Belohnung %1, Rang %2 in der Gruppe</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>Belohnung %1</translation>
    </message>
    <message>
        <source>mean of step %1: %2</source>
        <translation>Mittel von Schritt %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>task answered in %n steps</source>
        <translation>
            <numerusform>Aufgabe in %n Schritt beantwortet</numerusform>
            <numerusform>Aufgabe in %n Schritten beantwortet</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Turn before</source>
        <translation>Runde davor</translation>
    </message>
    <message>
        <source>Turn after</source>
        <translation>Runde danach</translation>
    </message>
    <message>
        <source>Select the answer that this one was asked to better</source>
        <translation>Die Antwort wählen, die diese verbessern sollte</translation>
    </message>
    <message>
        <source>Select the answer that was asked for with this one and its verdict</source>
        <translation>Die Antwort wählen, die mit dieser und ihrem Urteil erfragt wurde</translation>
    </message>
    <message>
        <source>%1 · turn %2</source>
        <translation>%1 · Runde %2</translation>
    </message>
    <message>
        <source>%1, turn %2</source>
        <translation>%1, Runde %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RewardTable</name>
    <message>
        <source>Reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Reward parts</source>
        <translation>Teile der Belohnung</translation>
    </message>
    <message>
        <source>No reward to show</source>
        <translation>Keine Belohnung zu zeigen</translation>
    </message>
    <message>
        <source>Select an episode: the parts of its reward and its advantage appear here.</source>
        <translation>Eine Episode wählen: Die Teile ihrer Belohnung und ihr Vorteil erscheinen hier.</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>Belohnung</translation>
    </message>
    <message>
        <source>sum of the parts</source>
        <translation>Summe der Teile</translation>
    </message>
    <message>
        <source>group mean</source>
        <translation>Gruppenmittel</translation>
    </message>
    <message>
        <source>over the completions of this prompt</source>
        <translation>über die Antworten auf diesen Prompt</translation>
    </message>
    <message>
        <source>group std</source>
        <translation>Std.-Abw. der Gruppe</translation>
    </message>
    <message>
        <source>advantage</source>
        <translation>Vorteil</translation>
    </message>
    <message>
        <source>reward against its group; what the update is weighted with</source>
        <translation>Belohnung gegen ihre Gruppe; damit wird die Aktualisierung gewichtet</translation>
    </message>
    <message>
        <source>credit of the furthest stage</source>
        <translation>Anrechnung der weitesten Stufe</translation>
    </message>
    <message>
        <source>how much faster than eager PyTorch</source>
        <translation>wie viel schneller als PyTorch ohne Kompilieren</translation>
    </message>
    <message>
        <source>reward of the plan</source>
        <translation>Belohnung des Plans</translation>
    </message>
    <message>
        <source>correct, times the speedup up to 2; for the plan&apos;s tokens</source>
        <translation>richtig, mal Beschleunigung bis 2; für die Token des Plans</translation>
    </message>
    <message>
        <source>reward of the code</source>
        <translation>Belohnung des Codes</translation>
    </message>
    <message>
        <source>advantage of the plan</source>
        <translation>Vorteil des Plans</translation>
    </message>
    <message>
        <source>its reward against its group; what the plan&apos;s tokens learn from</source>
        <translation>seine Belohnung gegen die Gruppe; woraus die Token des Plans lernen</translation>
    </message>
    <message>
        <source>advantage of the code</source>
        <translation>Vorteil des Codes</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunList</name>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>pass %1</source>
        <translation>bestanden %1</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1
%2 · %3</source>
        <translation>%1
%2 · %3</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>Start the pocket run, or drop a run folder here.</source>
        <translation>Den kleinen Lauf starten oder einen Laufordner hierher ziehen.</translation>
    </message>
    <message>
        <source>Start the pocket run</source>
        <translation>Kleinen Lauf starten</translation>
    </message>
    <message>
        <source>Lay over the curves</source>
        <translation>Über die Kurven legen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Take out of the list</source>
        <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>archiviert</translation>
    </message>
    <message>
        <source>tags: %1</source>
        <translation>Tags: %1</translation>
    </message>
    <message>
        <source>Filter: name, tag:, state:</source>
        <translation>Filter: Name, tag:, state:</translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation>Filter der Läufe</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No run fits the filter</source>
        <translation>Kein Lauf passt zum Filter</translation>
    </message>
    <message>
        <source>Archived runs are found by is:archived.</source>
        <translation>Archivierte Läufe findet is:archived.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>All runs are archived</source>
        <translation>Alle Läufe sind archiviert</translation>
    </message>
    <message>
        <source>They are kept as they are, out of the way.</source>
        <translation>Sie bleiben, wie sie sind, und stehen nicht im Weg.</translation>
    </message>
    <message>
        <source>Show archived runs</source>
        <translation>Archivierte Läufe zeigen</translation>
    </message>
    <message>
        <source>Tags...</source>
        <translation>Tags...</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>Aus dem Archiv nehmen</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>%1 judged</source>
        <translation>%1 beurteilt</translation>
    </message>
    <message>
        <source>%1 of %2 judged</source>
        <translation>%1 von %2 beurteilt</translation>
    </message>
    <message>
        <source>Words in name, tags, phases or state; tag:, tag=, state:, phase:, is:archived; a minus for what does not hold the word</source>
        <translation>Wörter in Name, Tags, Phasen oder Zustand; tag:, tag=, state:, phase:, is:archived; ein Minus für alles, was das Wort nicht enthält</translation>
    </message>
    <message>
        <source>Open an evaluation</source>
        <translation>Eine Bewertung öffnen</translation>
    </message>
    <message>
        <source>After step %1</source>
        <translation>Nach Schritt %1</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunOverlay</name>
    <message>
        <source>all runs</source>
        <translation>alle Läufe</translation>
    </message>
    <message>
        <source>same settings</source>
        <translation>gleiche Einstellungen</translation>
    </message>
    <message>
        <source>%1 · %2 runs</source>
        <translation>%1 · %2 Läufe</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunStrip</name>
    <message>
        <source>%1
Click to hide or show, Delete to take away</source>
        <translation>%1
Klicken blendet aus oder ein, Entf entfernt</translation>
    </message>
    <message>
        <source>%1
The run of this window; click to hide or show</source>
        <translation>%1
Der Lauf dieses Fensters; Klicken blendet aus oder ein</translation>
    </message>
    <message>
        <source>Show run %1</source>
        <translation>Lauf %1 zeigen</translation>
    </message>
    <message>
        <source>Runs that are averaged</source>
        <translation>Gemittelte Läufe</translation>
    </message>
    <message>
        <source>Draw the mean of runs that belong together, with a band around it. Hidden runs count all the same.</source>
        <translation>Das Mittel zusammengehöriger Läufe zeichnen, mit einem Band darum. Ausgeblendete Läufe zählen mit.</translation>
    </message>
    <message>
        <source>Band around the mean</source>
        <translation>Band um das Mittel</translation>
    </message>
    <message>
        <source>min to max</source>
        <translation>kleinster bis größter</translation>
    </message>
    <message>
        <source>± 1 std dev</source>
        <translation>± 1 Std.-Abw.</translation>
    </message>
    <message>
        <source>Band around a mean: from the smallest to the largest run, or one standard deviation</source>
        <translation>Band um ein Mittel: vom kleinsten zum größten Lauf, oder eine Standardabweichung</translation>
    </message>
    <message>
        <source>each run</source>
        <translation>jeder Lauf</translation>
    </message>
    <message>
        <source>mean over seeds</source>
        <translation>Mittel über Startwerte</translation>
    </message>
    <message>
        <source>mean of all runs</source>
        <translation>Mittel aller Läufe</translation>
    </message>
    <message>
        <source>mean by %1</source>
        <translation>Mittel nach %1</translation>
    </message>
    <message>
        <source>Mean of %1
Click to hide or show the single runs</source>
        <translation>Mittel von %1
Ein Klick blendet die einzelnen Läufe aus oder ein</translation>
    </message>
    <message>
        <source>Show the runs of %1</source>
        <translation>Läufe von %1 zeigen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Group the runs, or choose fewer of them, to tell their curves apart.</source>
        <translation>Die Läufe in Gruppen zusammenfassen oder weniger von ihnen wählen, um ihre Kurven zu unterscheiden.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTable</name>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>export</source>
        <translation>ausgeben</translation>
    </message>
    <message>
        <source>Filter runs: words, or reward&gt;0.5 beta=0</source>
        <translation>Läufe filtern: Wörter, oder reward&gt;0.5 beta=0</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Show the hidden runs again</source>
        <translation>Die ausgeblendeten Läufe wieder zeigen</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Liest Läufe</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop reading; the runs that were read stay</source>
        <translation>Nicht weiterlesen; die gelesenen Läufe bleiben</translation>
    </message>
    <message>
        <source>Stop reading runs</source>
        <translation>Lesen der Läufe beenden</translation>
    </message>
    <message>
        <source>Choose columns, which are also the axes below</source>
        <translation>Spalten wählen, die auch die Achsen unten sind</translation>
    </message>
    <message>
        <source>Save the shown rows and columns as CSV, exactly as stored</source>
        <translation>Die gezeigten Zeilen und Spalten als CSV sichern, genau wie gespeichert</translation>
    </message>
    <message>
        <source>Runs to compare</source>
        <translation>Läufe im Vergleich</translation>
    </message>
    <message>
        <source>%1 ✕</source>
        <translation>%1 ✕</translation>
    </message>
    <message>
        <source>Clear it and show all runs again</source>
        <translation>Aufheben und wieder alle Läufe zeigen</translation>
    </message>
    <message>
        <source>%L1 of %L2 runs are read</source>
        <translation>%L1 von %L2 Läufen gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %Ln runs</source>
        <translation>
            <numerusform>%L1 von %Ln Lauf</numerusform>
            <numerusform>%L1 von %Ln Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Abweichende Einstellungen</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Messgrößen</translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation>Übliche Spalten</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>%1 lässt sich nicht schreiben: %2. Bitte einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Export table of runs</source>
        <translation>Tabelle der Läufe ausgeben</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTableModel</name>
    <message>
        <source>The last value is not finite: the run may have diverged.</source>
        <translation>Der letzte Wert ist nicht endlich: Der Lauf ist vielleicht divergiert.</translation>
    </message>
    <message>
        <source>This run did not record it.</source>
        <translation>Dieser Lauf hat das nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The record does not say.</source>
        <translation>Die Aufzeichnung sagt es nicht.</translation>
    </message>
    <message>
        <source>At step %L1 of %L2</source>
        <translation>Bei Schritt %L1 von %L2</translation>
    </message>
    <message>
        <source>Last value as stored: %1</source>
        <translation>Letzter Wert, wie gespeichert: %1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTableProxy</name>
    <message>
        <source>There is no column &quot;%1&quot;. Use the words of the heads, such as steps or reward, or a setting.</source>
        <translation>Eine Spalte „%1“ gibt es nicht. Die Wörter der Spaltenköpfe verwenden, etwa Schritte oder Belohnung, oder eine Einstellung.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingRow</name>
    <message>
        <source>reset</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>%1
Accepted: %2</source>
        <translation>%1
Erlaubt: %2</translation>
    </message>
    <message>
        <source>%1 Changed; the preset has %2.</source>
        <translation>%1 Geändert; die Vorlage hat %2.</translation>
    </message>
    <message>
        <source>nothing here</source>
        <translation>hier nichts</translation>
    </message>
    <message>
        <source>Leave it empty as the preset does</source>
        <translation>Leer lassen wie die Vorlage</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück auf %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>%1 Set for this phase; the run has %2.</source>
        <translation>%1 Für diese Phase gesetzt; der Lauf hat %2.</translation>
    </message>
    <message>
        <source>%1 Left to the run; the preset has %2 in this phase.</source>
        <translation>%1 Dem Lauf überlassen; die Vorlage hat in dieser Phase %2.</translation>
    </message>
    <message>
        <source>%1 By the name of the phase; the run has %2.</source>
        <translation>%1 Durch den Namen der Phase; der Lauf hat %2.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 Otherwise: %2.</source>
        <translation>%1 Abweichend: %2.</translation>
    </message>
    <message>
        <source>Leave it to the run: %1</source>
        <translation>Dem Lauf überlassen: %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingsComparison</name>
    <message>
        <source>yes or no</source>
        <translation>ja oder nein</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>%1: %2 Type: %3. Default: %4.</source>
        <translation>%1: %2 Typ: %3. Vorgabe: %4.</translation>
    </message>
    <message>
        <source>%1: %2 One of: %3. Default: %4.</source>
        <translation>%1: %2 Eines von: %3. Vorgabe: %4.</translation>
    </message>
    <message>
        <source>%1: this Nereid does not know the setting.</source>
        <translation>%1: Dieses Nereid kennt die Einstellung nicht.</translation>
    </message>
    <message>
        <source>all settings</source>
        <translation>alle Einstellungen</translation>
    </message>
    <message>
        <source>copy as Markdown</source>
        <translation>als Markdown kopieren</translation>
    </message>
    <message>
        <source>copy as CSV</source>
        <translation>als CSV kopieren</translation>
    </message>
    <message>
        <source>Show also the settings in which the chosen runs agree</source>
        <translation>Auch die Einstellungen zeigen, in denen die gewählten Läufe übereinstimmen</translation>
    </message>
    <message>
        <source>Copy the table for an issue or a report</source>
        <translation>Die Tabelle für ein Issue oder einen Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy the table for a spreadsheet</source>
        <translation>Die Tabelle für eine Tabellenkalkulation kopieren</translation>
    </message>
    <message>
        <source>Settings of the chosen runs</source>
        <translation>Einstellungen der gewählten Läufe</translation>
    </message>
    <message>
        <source>Definition of the selected setting</source>
        <translation>Definition der gewählten Einstellung</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (Vorgabe)</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Choose two or more runs in the table above.</source>
        <translation>In der Tabelle oben zwei oder mehr Läufe wählen.</translation>
    </message>
    <message>
        <source>The chosen runs have the same settings.</source>
        <translation>Die gewählten Läufe haben dieselben Einstellungen.</translation>
    </message>
    <message>
        <source>1 setting</source>
        <translation>1 Einstellung</translation>
    </message>
    <message numerus="yes">
        <source>%n settings</source>
        <translation>
            <numerusform>%n Einstellung</numerusform>
            <numerusform>%n Einstellungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy row as text</source>
        <translation>Zeile als Text kopieren</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>In the phase %1: %2</source>
        <translation>In der Phase %1: %2</translation>
    </message>
    <message>
        <source>%1 (of the run)</source>
        <translation>%1 (des Laufs)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingsForm</name>
    <message>
        <source>Search: name, explanation or value</source>
        <translation>Suche: Name, Erklärung oder Wert</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Show the settings that hold these words (Ctrl+F)</source>
        <translation>Die Einstellungen zeigen, die diese Wörter enthalten (Strg+F)</translation>
    </message>
    <message>
        <source>No setting holds these words. Clear the search to see all.</source>
        <translation>Keine Einstellung enthält diese Wörter. Die Suche leeren, um alle zu sehen.</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>run as a whole</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>Nothing differs from the preset.</source>
        <translation>Nichts weicht von der Vorlage ab.</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>Nur geänderte</translation>
    </message>
    <message>
        <source>Changed only (%1)</source>
        <translation>Nur geänderte (%1)</translation>
    </message>
    <message>
        <source>Settings &amp;for</source>
        <translation>Einstellungen &amp;für</translation>
    </message>
    <message>
        <source>Settings for</source>
        <translation>Einstellungen für</translation>
    </message>
    <message>
        <source>Show the settings of the whole run, or what one phase has</source>
        <translation>Die Einstellungen des ganzen Laufs zeigen oder was eine Phase hat</translation>
    </message>
    <message>
        <source>This phase leaves every setting to the run.</source>
        <translation>Diese Phase überlässt dem Lauf jede Einstellung.</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>den ganzen Lauf</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::StepSlider</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step that all panels show. Drag to move, Shift+drag for a range of steps that funnel and list are limited to, double click for the whole run.</source>
        <translation>Schritt, den alle Bereiche zeigen. Ziehen bewegt, Umschalt+Ziehen wählt einen Bereich für Trichter und Liste, Doppelklick zeigt den ganzen Lauf.</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>No step chosen, %1 steps</source>
        <translation>Kein Schritt gewählt, %1 Schritte</translation>
    </message>
    <message>
        <source>range %1 to %2</source>
        <translation>Bereich %1 bis %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TableView</name>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TimingPlots</name>
    <message>
        <source>candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>eager PyTorch</source>
        <translation>eager PyTorch</translation>
    </message>
    <message>
        <source>%1: %2 µs
unit %3, block %4</source>
        <translation>%1: %2 µs
Einheit %3, Block %4</translation>
    </message>
    <message>
        <source>, after %1</source>
        <translation>, nach %1</translation>
    </message>
    <message>
        <source>
SM clock %1 MHz</source>
        <translation>
SM-Takt %1 MHz</translation>
    </message>
    <message>
        <source>
not counted: the clock had moved</source>
        <translation>
nicht gezählt: Der Takt hatte sich verschoben</translation>
    </message>
    <message>
        <source>%1: %2 µs
sample %3</source>
        <translation>%1: %2 µs
Messwert %3</translation>
    </message>
    <message>
        <source>● candidate  □ eager · µs</source>
        <translation>● Kandidat  □ eager · µs</translation>
    </message>
    <message>
        <source>● candidate   □ eager PyTorch   ✕ not counted · µs per call</source>
        <translation>● Kandidat   □ eager PyTorch   ✕ nicht gezählt · µs je Aufruf</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Messwert</translation>
    </message>
    <message>
        <source>block, in order</source>
        <translation>Block, der Reihe nach</translation>
    </message>
    <message>
        <source>floor</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>samples up to µs · %</source>
        <translation>Messwerte bis µs · %</translation>
    </message>
    <message>
        <source>share of samples that take at most so long · %</source>
        <translation>Anteil der Messwerte, die höchstens so lange dauern · %</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>speedup · shaded: the same (%1 to %2)</source>
        <translation>Beschleunigung · schattiert: gleich (%1 bis %2)</translation>
    </message>
    <message>
        <source>time of the baseline / time of the candidate</source>
        <translation>Zeit der Vergleichsbasis / Zeit des Kandidaten</translation>
    </message>
    <message>
        <source>%1  %2×</source>
        <translation>%1  %2×</translation>
    </message>
    <message>
        <source>● SM clock, MHz</source>
        <translation>● SM-Takt, MHz</translation>
    </message>
    <message>
        <source>  ◇ °C</source>
        <translation>  ◇ °C</translation>
    </message>
    <message>
        <source>   ◇ temperature, °C (right)</source>
        <translation>   ◇ Temperatur, °C (rechts)</translation>
    </message>
    <message>
        <source>   memory %1 MHz</source>
        <translation>   Speicher %1 MHz</translation>
    </message>
    <message>
        <source>No clocks were recorded.</source>
        <translation>Es wurden keine Takte aufgezeichnet.</translation>
    </message>
    <message>
        <source>Plots of the timing</source>
        <translation>Diagramme der Zeitmessung</translation>
    </message>
    <message>
        <source>Samples by block, distributions, speedups and clocks; the table holds the numbers.</source>
        <translation>Messwerte je Block, Verteilungen, Beschleunigungen und Takte; die Tabelle enthält die Zahlen.</translation>
    </message>
    <message>
        <source>speedup</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TimingView</name>
    <message>
        <source>There is no measured time to export. Verify on a machine with an NVIDIA GPU.</source>
        <translation>Es gibt keine gemessene Zeit auszugeben. Auf einem Rechner mit NVIDIA-GPU prüfen.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeitmessung</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Numbers of the timing</source>
        <translation>Zahlen der Zeitmessung</translation>
    </message>
    <message>
        <source>Why it was decided so</source>
        <translation>Warum so entschieden wurde</translation>
    </message>
    <message>
        <source>Nothing was timed here</source>
        <translation>Hier wurde keine Zeit gemessen</translation>
    </message>
    <message>
        <source>Select an episode, or verify a candidate. On a machine with an NVIDIA GPU its samples, clocks and the decision appear here; without one, what its compiled kernels tell.</source>
        <translation>Eine Episode wählen oder einen Kandidaten prüfen. Auf einem Rechner mit NVIDIA-GPU erscheinen hier Messwerte, Takte und die Entscheidung; ohne GPU, was die übersetzten Kernel verraten.</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Show every number beside the plots</source>
        <translation>Jede Zahl neben den Diagrammen zeigen</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>kopieren</translation>
    </message>
    <message>
        <source>Copy the explanation and the numbers as text</source>
        <translation>Erklärung und Zahlen als Text kopieren</translation>
    </message>
    <message>
        <source>export</source>
        <translation>ausgeben</translation>
    </message>
    <message>
        <source>Save the samples as CSV, or the picture as PNG or SVG</source>
        <translation>Die Messwerte als CSV sichern oder das Bild als PNG oder SVG</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Samples as CSV...</source>
        <translation>Messwerte als CSV...</translation>
    </message>
    <message>
        <source>Picture as PNG...</source>
        <translation>Bild als PNG...</translation>
    </message>
    <message>
        <source>Picture as SVG...</source>
        <translation>Bild als SVG...</translation>
    </message>
    <message>
        <source>Export timing</source>
        <translation>Zeitmessung ausgeben</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TokenPanel</name>
    <message>
        <source>Completion</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>coloured by</source>
        <translation>Farbe nach</translation>
    </message>
    <message>
        <source>Colour of the tokens</source>
        <translation>Farbe der Token</translation>
    </message>
    <message>
        <source>What the tokens are coloured by</source>
        <translation>Wonach die Token gefärbt sind</translation>
    </message>
    <message>
        <source>Legend of the colours</source>
        <translation>Legende der Farben</translation>
    </message>
    <message>
        <source>Chosen token</source>
        <translation>Gewähltes Token</translation>
    </message>
    <message>
        <source>The extracted part has a background.</source>
        <translation>Der entnommene Teil ist hinterlegt.</translation>
    </message>
    <message>
        <source>This record is older than per-token entropy.</source>
        <translation>Diese Aufzeichnung ist älter als die Entropie je Token.</translation>
    </message>
    <message>
        <source>Click a token, or move the cursor with the arrows. F9: the least probable one.</source>
        <translation>Ein Token anklicken oder die Schreibmarke mit den Pfeiltasten bewegen. F9: das unwahrscheinlichste.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TokenText</name>
    <message>
        <source>Completion</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>The cursor chooses a token; its numbers stand below the text.</source>
        <translation>Die Schreibmarke wählt ein Token; seine Zahlen stehen unter dem Text.</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TravelView</name>
    <message>
        <source>Time travel</source>
        <translation>Zeitreise</translation>
    </message>
    <message>
        <source>pin</source>
        <translation>festhalten</translation>
    </message>
    <message>
        <source>show episode</source>
        <translation>Episode zeigen</translation>
    </message>
    <message>
        <source>same name</source>
        <translation>gleicher Name</translation>
    </message>
    <message>
        <source>Compare every answer with this one (P)</source>
        <translation>Jede Antwort mit dieser vergleichen (P)</translation>
    </message>
    <message>
        <source>Select this episode in all panels (Enter)</source>
        <translation>Diese Episode in allen Bereichen wählen (Eingabe)</translation>
    </message>
    <message>
        <source>Answers to all tasks of this name; generated tasks seldom come twice in a run</source>
        <translation>Antworten auf alle Aufgaben dieses Namens; erzeugte Aufgaben kommen in einem Lauf selten zweimal vor</translation>
    </message>
    <message>
        <source>No task chosen</source>
        <translation>Keine Aufgabe gewählt</translation>
    </message>
    <message>
        <source>Select an episode, or type the name of a task above: every answer of the policy to it appears here, step by step.</source>
        <translation>Eine Episode wählen oder oben den Namen einer Aufgabe eingeben: Jede Antwort der Policy darauf erscheint hier, Schritt für Schritt.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Task whose answers are shown; type a part of its name</source>
        <translation>Aufgabe, deren Antworten gezeigt werden; einen Teil ihres Namens eingeben</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Play the answers step by step (Space)</source>
        <translation>Die Antworten Schritt für Schritt abspielen (Leertaste)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 · in this step %2 of %3 accepted, mean reward %4 · %5</source>
        <translation>%1 · in diesem Schritt %2 von %3 angenommen, mittlere Belohnung %4 · %5</translation>
    </message>
    <message>
        <source>compared with the pinned answer</source>
        <translation>verglichen mit der festgehaltenen Antwort</translation>
    </message>
    <message>
        <source>compared with the best answer of the step before</source>
        <translation>verglichen mit der besten Antwort des Schritts davor</translation>
    </message>
    <message>
        <source>compared with the best answer of this step</source>
        <translation>verglichen mit der besten Antwort dieses Schritts</translation>
    </message>
    <message>
        <source>the first answers to this task</source>
        <translation>die ersten Antworten auf diese Aufgabe</translation>
    </message>
    <message>
        <source>no task of this name was asked in another step</source>
        <translation>in keinem anderen Schritt wurde eine Aufgabe dieses Namens gestellt</translation>
    </message>
    <message>
        <source>asked in this step only; &quot;same name&quot; shows tasks that are called alike</source>
        <translation>nur in diesem Schritt gestellt; „gleicher Name“ zeigt gleichnamige Aufgaben</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 accepted</source>
        <translation>%1 · %2 · %3 angenommen</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 Antwort</translation>
    </message>
    <message numerus="yes">
        <source>%n answers</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ValueGrid</name>
    <message>
        <source>Elements of the value</source>
        <translation>Elemente des Werts</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::VerdictDifferenceView</name>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>rejected at %1</source>
        <translation>abgelehnt bei %1</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>entfällt</translation>
    </message>
    <message>
        <source>passed, error %1</source>
        <translation>bestanden, Fehler %1</translation>
    </message>
    <message>
        <source>flagged, error %1</source>
        <translation>vermerkt, Fehler %1</translation>
    </message>
    <message>
        <source>failed, error %1</source>
        <translation>gescheitert, Fehler %1</translation>
    </message>
    <message>
        <source>%1 registers, %2 spills, %3 shared, %4 warps</source>
        <translation>%1 Register, %2 ausgelagert, %3 gemeinsam, %4 Warps</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>Eingabe %1</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>Kernel %1</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>furthest stage</source>
        <translation>weiteste Stufe</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>Vermerke</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>Sandkasten</translation>
    </message>
    <message>
        <source>version of %1</source>
        <translation>Version von %1</translation>
    </message>
    <message>
        <source>total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Verified again</source>
        <translation>Erneut geprüft</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Differences to the record</source>
        <translation>Abweichungen von der Aufzeichnung</translation>
    </message>
    <message>
        <source>Press &quot;Verify again&quot; to judge the selected candidate now and compare with the record.</source>
        <translation>„Erneut prüfen“ drücken, um den gewählten Kandidaten jetzt zu beurteilen und mit der Aufzeichnung zu vergleichen.</translation>
    </message>
    <message>
        <source>Verifying...</source>
        <translation>Prüft...</translation>
    </message>
    <message>
        <source> The same verdict as in the record: %1.</source>
        <translation> Dasselbe Urteil wie in der Aufzeichnung: %1.</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>%1, %2 µs, %3×</source>
        <translation>%1, %2 µs, %3×</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU-Zeit</translation>
    </message>
    <message>
        <source>Two verdicts</source>
        <translation>Zwei Urteile</translation>
    </message>
    <message>
        <source>The same verdict on both: %1.</source>
        <translation>Auf beiden dasselbe Urteil: %1.</translation>
    </message>
    <message>
        <source>Differs from the record in 1 point.</source>
        <translation>Weicht in 1 Punkt von der Aufzeichnung ab.</translation>
    </message>
    <message numerus="yes">
        <source>Differs from the record in %n points.</source>
        <translation>
            <numerusform>Weicht in %n Punkt von der Aufzeichnung ab.</numerusform>
            <numerusform>Weicht in %n Punkten von der Aufzeichnung ab.</numerusform>
        </translation>
    </message>
    <message>
        <source>The two verdicts differ in 1 point.</source>
        <translation>Die beiden Urteile unterscheiden sich in 1 Punkt.</translation>
    </message>
    <message numerus="yes">
        <source>The two verdicts differ in %n points.</source>
        <translation>
            <numerusform>Die beiden Urteile unterscheiden sich in %n Punkt.</numerusform>
            <numerusform>Die beiden Urteile unterscheiden sich in %n Punkten.</numerusform>
        </translation>
    </message>
</context>
</TS>
