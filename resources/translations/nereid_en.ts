<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Timing</name>
    <message numerus="yes">
        <source>%n units were measured again, because the clock had moved.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokenColors</name>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation type="unfinished">
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictWords</name>
    <message numerus="yes">
        <source>%n finding(s), first: %1</source>
        <translation>
            <numerusform>%n finding, first: %1</numerusform>
            <numerusform>%n findings, first: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::AblationView</name>
    <message numerus="yes">
        <source>%1: %2 on average over %n pairs, from %3 to %4.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::BenchTools</name>
    <message numerus="yes">
        <source>%n judgements deleted.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::CloseQuestion</name>
    <message numerus="yes">
        <source>The %n runs of the queue are kept for the next time, or follow without a window too.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::EstimateView</name>
    <message numerus="yes">
        <source>about %1, %2 a step by %n earlier runs on this machine</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::QueueTools</name>
    <message numerus="yes">
        <source>%n runs of the last time wait in the queue.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::ReplayTools</name>
    <message numerus="yes">
        <source>Episodes written to %1: %n</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::RunComparison</name>
    <message numerus="yes">
        <source>%n chosen; more with Ctrl+click</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n chosen runs have curves</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ranges on %n axes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::TrashDialog</name>
    <message numerus="yes">
        <source>R&amp;emove %n runs for good</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs, %1. They stay until the trash is emptied.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeCompare</name>
    <message numerus="yes">
        <source>candidate · %n kernels, at most %1</source>
        <translation>
            <numerusform>candidate · %n kernel, at most %1</numerusform>
            <numerusform>candidate · %n kernels, at most %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeNotes</name>
    <message numerus="yes">
        <source>%1 bits (%n instructions)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CompilerTable</name>
    <message numerus="yes">
        <source>%n kernels, compiled for sm_90</source>
        <translation>
            <numerusform>%n kernel, compiled for sm_90</numerusform>
            <numerusform>%n kernels, compiled for sm_90</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurvePlot</name>
    <message numerus="yes">
        <source>Not finite here: %n. Cross = NaN, triangle = infinity.</source>
        <translation>
            <numerusform>Not finite here: %n. Cross = NaN, triangle = infinity.</numerusform>
            <numerusform>Not finite here: %n. Cross = NaN, triangle = infinity.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeList</name>
    <message numerus="yes">
        <source>New episodes: %n. Jump to the newest.</source>
        <translation>
            <numerusform>New episodes: %n. Jump to the newest.</numerusform>
            <numerusform>New episodes: %n. Jump to the newest.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FindBar</name>
    <message numerus="yes">
        <source>%n hits</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LegendChips</name>
    <message numerus="yes">
        <source>Show or hide %n more curve(s)</source>
        <translation>
            <numerusform>Show or hide %n more curve</numerusform>
            <numerusform>Show or hide %n more curves</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LevelView</name>
    <message numerus="yes">
        <source>Line %1 of the candidate: %n lines here</source>
        <translation>
            <numerusform>Line %1 of the candidate: %n line here</numerusform>
            <numerusform>Line %1 of the candidate: %n lines here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of this very expression (arrows)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LogView</name>
    <message numerus="yes">
        <source>%1 · %n warnings</source>
        <translation>
            <numerusform>%1 · %n warning</numerusform>
            <numerusform>%1 · %n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::QueueList</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayModel</name>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayView</name>
    <message numerus="yes">
        <source>%n lines of Python</source>
        <translation>
            <numerusform>%n line of Python</numerusform>
            <numerusform>%n lines of Python</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>task answered in %n steps</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTable</name>
    <message numerus="yes">
        <source>%L1 of %Ln runs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingsComparison</name>
    <message numerus="yes">
        <source>%n settings</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::VerdictDifferenceView</name>
    <message numerus="yes">
        <source> Differs from the record; points: %n.</source>
        <translation>
            <numerusform> Differs from the record; points: %n.</numerusform>
            <numerusform> Differs from the record; points: %n.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The two verdicts differ; points: %n.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
