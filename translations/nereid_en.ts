<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ExampleRuns</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln step</numerusform>
            <numerusform>%Ln steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln episodes</source>
        <translation>
            <numerusform>%Ln episode</numerusform>
            <numerusform>%Ln episodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln evaluations</source>
        <translation>
            <numerusform>%Ln evaluation</numerusform>
            <numerusform>%Ln evaluations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timing</name>
    <message numerus="yes">
        <source>%n units were measured again, because the clock had moved.</source>
        <translation>
            <numerusform>%n unit was measured again, because the clock had moved.</numerusform>
            <numerusform>%n units were measured again, because the clock had moved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokenColors</name>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
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
        <source>%1 (95% interval %2 to %3, %n seeds)</source>
        <translation>
            <numerusform>%1 (95% interval %2 to %3, %n seed)</numerusform>
            <numerusform>%1 (95% interval %2 to %3, %n seeds)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 on average over %n pairs.</source>
        <translation>
            <numerusform>%1: %2 on average over %n pair.</numerusform>
            <numerusform>%1: %2 on average over %n pairs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::BenchTools</name>
    <message numerus="yes">
        <source>%n judgements deleted.</source>
        <translation>
            <numerusform>%n judgement deleted.</numerusform>
            <numerusform>%n judgements deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::CloseQuestion</name>
    <message numerus="yes">
        <source>The %n runs of the queue are kept for the next time, or follow without a window too.</source>
        <translation>
            <numerusform>The %n run of the queue is kept for the next time, or follows without a window too.</numerusform>
            <numerusform>The %n runs of the queue are kept for the next time, or follow without a window too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::EstimateView</name>
    <message numerus="yes">
        <source>about %1, %2 a step by %n earlier runs on this machine</source>
        <translation>
            <numerusform>about %1, %2 a step by %n earlier run on this machine</numerusform>
            <numerusform>about %1, %2 a step by %n earlier runs on this machine</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::QueueTools</name>
    <message numerus="yes">
        <source>%n runs of the last time wait in the queue.</source>
        <translation>
            <numerusform>%n run of the last time waits in the queue.</numerusform>
            <numerusform>%n runs of the last time wait in the queue.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::ReplayTools</name>
    <message numerus="yes">
        <source>Episodes written to %1: %n</source>
        <translation>
            <numerusform>Episodes written to %1: %n</numerusform>
            <numerusform>Episodes written to %1: %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::RunComparison</name>
    <message numerus="yes">
        <source>%n chosen; more with Ctrl+click</source>
        <translation>
            <numerusform>%n chosen; more with Ctrl+click</numerusform>
            <numerusform>%n chosen; more with Ctrl+click</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ranges on %n axes</source>
        <translation>
            <numerusform>range on %n axis</numerusform>
            <numerusform>ranges on %n axes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::TrashDialog</name>
    <message numerus="yes">
        <source>R&amp;emove %n runs for good</source>
        <translation>
            <numerusform>R&amp;emove %n run for good</numerusform>
            <numerusform>R&amp;emove %n runs for good</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs, %1. They stay until the trash is emptied.</source>
        <translation>
            <numerusform>%n run, %1. It stays until the trash is emptied.</numerusform>
            <numerusform>%n runs, %1. They stay until the trash is emptied.</numerusform>
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
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeNotes</name>
    <message numerus="yes">
        <source>%1 bits (%n instructions)</source>
        <translation>
            <numerusform>%1 bits (%n instruction)</numerusform>
            <numerusform>%1 bits (%n instructions)</numerusform>
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
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurveTable</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
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
        <translation>
            <numerusform>%n of this very expression (arrows)</numerusform>
            <numerusform>%n of this very expression (arrows)</numerusform>
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
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
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
        <translation>
            <numerusform>task answered in %n step</numerusform>
            <numerusform>task answered in %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunStrip</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTable</name>
    <message numerus="yes">
        <source>%L1 of %Ln runs</source>
        <translation>
            <numerusform>%L1 of %Ln run</numerusform>
            <numerusform>%L1 of %Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingsComparison</name>
    <message numerus="yes">
        <source>%n settings</source>
        <translation>
            <numerusform>%n setting</numerusform>
            <numerusform>%n settings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TravelView</name>
    <message numerus="yes">
        <source>%n answers</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::VerdictDifferenceView</name>
    <message numerus="yes">
        <source>Differs from the record in %n points.</source>
        <translation>
            <numerusform>Differs from the record in %n point.</numerusform>
            <numerusform>Differs from the record in %n points.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The two verdicts differ in %n points.</source>
        <translation>
            <numerusform>The two verdicts differ in %n point.</numerusform>
            <numerusform>The two verdicts differ in %n points.</numerusform>
        </translation>
    </message>
</context>
</TS>
