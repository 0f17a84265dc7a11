<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Open run...</source>
        <translation>打开训练...</translation>
    </message>
    <message>
        <source>Open the folder of a recorded or running run</source>
        <translation>打开已记录或正在进行的训练的文件夹</translation>
    </message>
    <message>
        <source>Show run folder</source>
        <translation>显示训练文件夹</translation>
    </message>
    <message>
        <source>Open the folder of the shown run in the file manager</source>
        <translation>在文件管理器中打开当前训练的文件夹</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Close the workbench; asks first while a run goes</source>
        <translation>关闭工作台；训练进行时会先询问</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Start run...</source>
        <translation>开始训练...</translation>
    </message>
    <message>
        <source>Choose a recipe and start training</source>
        <translation>选择配方并开始训练</translation>
    </message>
    <message>
        <source>Start the pocket run</source>
        <translation>开始袖珍训练</translation>
    </message>
    <message>
        <source>Train the built-in 1 M parameter model with GRPO on this machine</source>
        <translation>在本机上用 GRPO 训练内置的 1 M 参数模型</translation>
    </message>
    <message>
        <source>Continue run</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Go on from the last checkpoint, bit for bit</source>
        <translation>从最近的检查点逐位一致地继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Is the run healthy?</source>
        <translation>训练是否正常？</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Why was this kernel judged so?</source>
        <translation>这个内核为何得到此判定？</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>What happened, in order?</source>
        <translation>按顺序发生了什么？</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>比较训练</translation>
    </message>
    <message>
        <source>Which recipe is better?</source>
        <translation>哪个配方更好？</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Judge my own kernel</source>
        <translation>判定自己的内核</translation>
    </message>
    <message>
        <source>Restore layout</source>
        <translation>恢复布局</translation>
    </message>
    <message>
        <source>Put the docks of this workspace back</source>
        <translation>将此工作区的面板恢复原位</translation>
    </message>
    <message>
        <source>Switch light and dark</source>
        <translation>切换明暗</translation>
    </message>
    <message>
        <source>Change between the two themes</source>
        <translation>在两种主题之间切换</translation>
    </message>
    <message>
        <source>Follow the newest episode</source>
        <translation>跟随最新回合</translation>
    </message>
    <message>
        <source>Keep the list at the newest episode while the run goes</source>
        <translation>训练进行时列表停留在最新回合</translation>
    </message>
    <message>
        <source>Step slider</source>
        <translation>步滑块</translation>
    </message>
    <message>
        <source>Show the slider that sets the step of all panels</source>
        <translation>显示设定所有面板步数的滑块</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个训练</translation>
    </message>
    <message>
        <source>Take the range of steps away that funnel and list are limited to</source>
        <translation>取消对漏斗和列表的步范围限制</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Add run to the curves...</source>
        <translation>向曲线添加训练...</translation>
    </message>
    <message>
        <source>Lay the curves of another run over those shown</source>
        <translation>将另一训练的曲线叠加显示</translation>
    </message>
    <message>
        <source>Choose plots...</source>
        <translation>选择图表...</translation>
    </message>
    <message>
        <source>Choose what is plotted: any metric of the run</source>
        <translation>选择要绘制的内容：训练的任意指标</translation>
    </message>
    <message>
        <source>Take added runs away</source>
        <translation>移除已添加的训练</translation>
    </message>
    <message>
        <source>Show the curves of the run of this window alone</source>
        <translation>只显示本窗口训练的曲线</translation>
    </message>
    <message>
        <source>Logarithmic curves</source>
        <translation>对数曲线</translation>
    </message>
    <message>
        <source>Logarithmic y axis in all line plots</source>
        <translation>所有折线图使用对数 y 轴</translation>
    </message>
    <message>
        <source>Pause the view of the curves</source>
        <translation>暂停曲线视图</translation>
    </message>
    <message>
        <source>Hold the picture; data goes on arriving</source>
        <translation>保持画面；数据继续到达</translation>
    </message>
    <message>
        <source>Table of values</source>
        <translation>数值表</translation>
    </message>
    <message>
        <source>Show the values at the cursor beside the curves</source>
        <translation>在曲线旁显示光标处的数值</translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation>显示所有步</translation>
    </message>
    <message>
        <source>Undo zoom and shift of the curves, and follow the newest step</source>
        <translation>撤销曲线的缩放和平移，并跟随最新的步</translation>
    </message>
    <message>
        <source>Export curves...</source>
        <translation>导出曲线...</translation>
    </message>
    <message>
        <source>Save the stored values as CSV, or the picture as PNG, SVG or PDF</source>
        <translation>将存储的数值保存为 CSV，或将图像保存为 PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Search or run a command</source>
        <translation>搜索或执行命令</translation>
    </message>
    <message>
        <source>Find any command, run or episode by its name</source>
        <translation>按名称查找任意命令、训练或回合</translation>
    </message>
    <message>
        <source>Filter episodes</source>
        <translation>筛选回合</translation>
    </message>
    <message>
        <source>Type a filter for the episode list</source>
        <translation>为回合列表输入筛选条件</translation>
    </message>
    <message>
        <source>Show bookmarked episodes</source>
        <translation>显示有书签的回合</translation>
    </message>
    <message>
        <source>Filter the list for episodes with a bookmark</source>
        <translation>在列表中筛选有书签的回合</translation>
    </message>
    <message>
        <source>Next episode</source>
        <translation>下一回合</translation>
    </message>
    <message>
        <source>Select the next episode of the list</source>
        <translation>选择列表中的下一回合</translation>
    </message>
    <message>
        <source>Previous episode</source>
        <translation>上一回合</translation>
    </message>
    <message>
        <source>Select the previous episode of the list</source>
        <translation>选择列表中的上一回合</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Go to the next changed line of the candidate</source>
        <translation>转到候选内核的下一处改动行</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Go to the previous changed line of the candidate</source>
        <translation>转到候选内核的上一处改动行</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <source>Judge the recorded candidate now, in the sandbox, and show what differs from the record</source>
        <translation>现在在沙箱中判定已记录的候选内核，并显示与记录的差异</translation>
    </message>
    <message>
        <source>Edit in Verify</source>
        <translation>在“验证”中编辑</translation>
    </message>
    <message>
        <source>Take reference and candidate of this episode to the Verify workspace</source>
        <translation>将此回合的参考与候选内核带到“验证”工作区</translation>
    </message>
    <message>
        <source>Copy candidate</source>
        <translation>复制候选内核</translation>
    </message>
    <message>
        <source>Copy the source of the candidate</source>
        <translation>复制候选内核的源代码</translation>
    </message>
    <message>
        <source>Reproduce as script...</source>
        <translation>生成复现脚本...</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Set or take away the bookmark of the selected episodes; the record stays as it is</source>
        <translation>设置或取消所选回合的书签；记录保持不变</translation>
    </message>
    <message>
        <source>Note...</source>
        <translation>备注...</translation>
    </message>
    <message>
        <source>Write a note on the selected episode; it is kept beside the record</source>
        <translation>为所选回合写备注；备注保存在记录旁</translation>
    </message>
    <message>
        <source>Mark as first of two</source>
        <translation>标记为两者之一</translation>
    </message>
    <message>
        <source>Compare this candidate with those that are selected from now on</source>
        <translation>将此候选内核与之后所选的进行比较</translation>
    </message>
    <message>
        <source>Compare two candidates</source>
        <translation>比较两个候选内核</translation>
    </message>
    <message>
        <source>Show the two selected candidates, or the marked and the selected one, word by word</source>
        <translation>逐词显示所选的两个候选内核，或已标记的与所选的</translation>
    </message>
    <message>
        <source>Play or pause the replay</source>
        <translation>播放或暂停回放</translation>
    </message>
    <message>
        <source>Play the selected episode</source>
        <translation>播放所选回合</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Go to the previous event of the replay</source>
        <translation>转到回放的上一事件</translation>
    </message>
    <message>
        <source>Step on</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>Go to the next event of the replay</source>
        <translation>转到回放的下一事件</translation>
    </message>
    <message>
        <source>Verify candidate</source>
        <translation>验证候选内核</translation>
    </message>
    <message>
        <source>Judge the candidate in the editor against the reference</source>
        <translation>对照参考判定编辑器中的候选内核</translation>
    </message>
    <message>
        <source>Judge the cheat zoo</source>
        <translation>判定作弊样本库</translation>
    </message>
    <message>
        <source>Put the verifier to the test with every cheat and its honest twin, or end that run</source>
        <translation>用每个作弊样本及其诚实对照测试验证器，或结束该测试</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Show every command and its keys</source>
        <translation>显示所有命令及其按键</translation>
    </message>
    <message>
        <source>About Nereid</source>
        <translation>关于 Nereid</translation>
    </message>
    <message>
        <source>Version, licence and the libraries inside</source>
        <translation>版本、许可证和所含的库</translation>
    </message>
    <message>
        <source>Redo view change</source>
        <translation>重做视图更改</translation>
    </message>
    <message>
        <source>Make the change of the view again that was taken back</source>
        <translation>重做被撤销的视图更改</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Show the manual at the page on this dock</source>
        <translation>打开手册中关于此面板的页面</translation>
    </message>
    <message>
        <source>Open episode file...</source>
        <translation>打开回合文件...</translation>
    </message>
    <message>
        <source>Open an episode that another Nereid exported; opening runs nothing</source>
        <translation>打开另一个 Nereid 导出的回合；打开时不运行任何内容</translation>
    </message>
    <message>
        <source>Open run on another machine...</source>
        <translation>打开另一台机器上的训练...</translation>
    </message>
    <message>
        <source>Follow a run on another machine over SSH</source>
        <translation>通过 SSH 跟随另一台机器上的训练</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>停止跟随</translation>
    </message>
    <message>
        <source>End the connection to the other machine; the copy stays</source>
        <translation>断开与另一台机器的连接；副本保留</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Try now to reach the machine of this run</source>
        <translation>立即尝试连接此训练所在的机器</translation>
    </message>
    <message>
        <source>Pause the queue</source>
        <translation>暂停队列</translation>
    </message>
    <message>
        <source>Start no further run of the queue, or go on with it</source>
        <translation>不再开始队列中的后续训练，或继续队列</translation>
    </message>
    <message>
        <source>Move up in the queue</source>
        <translation>在队列中上移</translation>
    </message>
    <message>
        <source>Let the chosen run of the queue start earlier</source>
        <translation>让队列中所选的训练更早开始</translation>
    </message>
    <message>
        <source>Move down in the queue</source>
        <translation>在队列中下移</translation>
    </message>
    <message>
        <source>Let the chosen run of the queue start later</source>
        <translation>让队列中所选的训练更晚开始</translation>
    </message>
    <message>
        <source>Settings of the waiting run...</source>
        <translation>等待中训练的设置...</translation>
    </message>
    <message>
        <source>Change the chosen run of the queue before it starts</source>
        <translation>在队列中所选的训练开始前更改它</translation>
    </message>
    <message>
        <source>Take out of the queue</source>
        <translation>移出队列</translation>
    </message>
    <message>
        <source>Take the chosen run out of the queue; it can be taken back</source>
        <translation>将所选训练移出队列；可以撤销</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选训练</translation>
    </message>
    <message>
        <source>Type a filter for the list of runs: name, tag, state</source>
        <translation>为训练列表输入筛选条件：名称、标签、状态</translation>
    </message>
    <message>
        <source>Tags of the run...</source>
        <translation>训练的标签...</translation>
    </message>
    <message>
        <source>Give the chosen run of the list words to find it by</source>
        <translation>为列表中所选的训练加上便于查找的词</translation>
    </message>
    <message>
        <source>Archive run</source>
        <translation>归档训练</translation>
    </message>
    <message>
        <source>Put the chosen run out of the way, or back; it stays as it is</source>
        <translation>将所选训练收起或放回；训练本身保持不变</translation>
    </message>
    <message>
        <source>Show archived runs</source>
        <translation>显示已归档的训练</translation>
    </message>
    <message>
        <source>List runs of the archive too</source>
        <translation>同时列出归档中的训练</translation>
    </message>
    <message>
        <source>Delete run</source>
        <translation>删除训练</translation>
    </message>
    <message>
        <source>Move the chosen run to the trash of the runs folder</source>
        <translation>将所选训练移到训练文件夹的回收站</translation>
    </message>
    <message>
        <source>Deleted runs...</source>
        <translation>已删除的训练...</translation>
    </message>
    <message>
        <source>Restore deleted runs, or remove them for good</source>
        <translation>恢复已删除的训练，或将其永久删除</translation>
    </message>
    <message>
        <source>Undo change of runs</source>
        <translation>撤销对训练的更改</translation>
    </message>
    <message>
        <source>Take back the last change of queue, tags, archive or trash, whatever was done since</source>
        <translation>撤销对队列、标签、归档或回收站的上一次更改，无论此后做过什么</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take back the last change of layout, zoom, filter, hidden curves or runs; in an editor, of its text</source>
        <translation>撤销对布局、缩放、筛选、隐藏曲线或训练的上一次更改；在编辑器中则撤销文本更改</translation>
    </message>
    <message>
        <source>Compiler facts in the margin</source>
        <translation>边栏中的编译器信息</translation>
    </message>
    <message>
        <source>Show registers, and widths of loads and stores, beside the candidate</source>
        <translation>在候选内核旁显示寄存器以及加载和存储的宽度</translation>
    </message>
    <message>
        <source>Links of reference and candidate</source>
        <translation>参考与候选内核的关联</translation>
    </message>
    <message>
        <source>Show which kernel does which operation, as far as there is evidence</source>
        <translation>在有证据的范围内显示哪个内核执行哪个运算</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>The replay goes from event to event instead of flowing, and time travel stays longer</source>
        <translation>回放逐个事件跳转而不连续流动，时间旅行停留更久</translation>
    </message>
    <message>
        <source>Add runs to the table...</source>
        <translation>向表格添加训练...</translation>
    </message>
    <message>
        <source>Add a run, or all runs of a folder, to the table of runs</source>
        <translation>将一个训练或一个文件夹中的所有训练添加到训练表格</translation>
    </message>
    <message>
        <source>Type a filter for the table of runs</source>
        <translation>为训练表格输入筛选条件</translation>
    </message>
    <message>
        <source>Choose columns...</source>
        <translation>选择列...</translation>
    </message>
    <message>
        <source>Choose the columns of the table of runs, which are also the axes</source>
        <translation>选择训练表格的列，它们同时也是坐标轴</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Show every run as a line through its settings and metrics</source>
        <translation>将每个训练显示为一条穿过其设置和指标的折线</translation>
    </message>
    <message>
        <source>Compare settings</source>
        <translation>比较设置</translation>
    </message>
    <message>
        <source>Show the settings in which the chosen runs differ</source>
        <translation>显示所选训练之间不同的设置</translation>
    </message>
    <message>
        <source>Export table of runs...</source>
        <translation>导出训练表格...</translation>
    </message>
    <message>
        <source>Save the shown rows and columns as CSV</source>
        <translation>将显示的行和列存为 CSV</translation>
    </message>
    <message>
        <source>Go to the compiled or the source line</source>
        <translation>转到编译后的行或源代码行</translation>
    </message>
    <message>
        <source>From a line of the candidate to what the compiler made of it, and back</source>
        <translation>从候选内核的一行到其编译产物，以及返回</translation>
    </message>
    <message>
        <source>Go to the other compiler level</source>
        <translation>转到另一编译层级</translation>
    </message>
    <message>
        <source>Between two compiler levels side by side, to what is linked</source>
        <translation>在并排的两个编译层级之间转到关联之处</translation>
    </message>
    <message>
        <source>Next linked line</source>
        <translation>下一个关联行</translation>
    </message>
    <message>
        <source>Go to the next line that belongs to the same place, or to the next number in the sources</source>
        <translation>转到属于同一位置的下一行，或源代码中的下一个编号</translation>
    </message>
    <message>
        <source>Previous linked line</source>
        <translation>上一个关联行</translation>
    </message>
    <message>
        <source>Go to the previous line that belongs to the same place, or to the previous number</source>
        <translation>转到属于同一位置的上一行，或上一个编号</translation>
    </message>
    <message>
        <source>Go to the partner in the other source</source>
        <translation>转到另一源代码中的对应处</translation>
    </message>
    <message>
        <source>From an operation of the reference to the kernel that does it, and back</source>
        <translation>从参考的运算到执行它的内核，以及返回</translation>
    </message>
    <message>
        <source>Tell what is known about this line</source>
        <translation>说明此行的已知信息</translation>
    </message>
    <message>
        <source>Show the evidence and the compiler&apos;s facts of the line with the cursor</source>
        <translation>显示光标所在行的证据和编译器信息</translation>
    </message>
    <message>
        <source>Save one Python program that shows this verdict on one input, without Nereid</source>
        <translation>保存一个 Python 程序，无需 Nereid 即可在一个输入上重现此判定</translation>
    </message>
    <message>
        <source>Copy script that reproduces</source>
        <translation>复制复现脚本</translation>
    </message>
    <message>
        <source>Copy that program instead of saving it</source>
        <translation>复制该程序而不保存</translation>
    </message>
    <message>
        <source>Next least probable token</source>
        <translation>下一个概率最低的词元</translation>
    </message>
    <message>
        <source>Go to the least probable token of the completion, then to the next one</source>
        <translation>转到回答中概率最低的词元，再转到次低的</translation>
    </message>
    <message>
        <source>Previous least probable token</source>
        <translation>上一个概率最低的词元</translation>
    </message>
    <message>
        <source>Go back to the token that was less probable</source>
        <translation>返回概率更低的那个词元</translation>
    </message>
    <message>
        <source>Colour the tokens by the next quantity</source>
        <translation>按下一种量为词元着色</translation>
    </message>
    <message>
        <source>Log-probability, entropy, plan and code, or nothing</source>
        <translation>对数概率、熵、计划与代码，或不着色</translation>
    </message>
    <message>
        <source>Copy the table of tokens</source>
        <translation>复制词元表</translation>
    </message>
    <message>
        <source>Copy every token with its numbers as CSV</source>
        <translation>将每个词元及其数值复制为 CSV</translation>
    </message>
    <message>
        <source>Save the table of tokens...</source>
        <translation>保存词元表...</translation>
    </message>
    <message>
        <source>Save every token with its numbers as CSV</source>
        <translation>将每个词元及其数值存为 CSV</translation>
    </message>
    <message>
        <source>Next completion of the group</source>
        <translation>组内下一个回答</translation>
    </message>
    <message>
        <source>Select the next completion of the same prompt</source>
        <translation>选择同一提示的下一个回答</translation>
    </message>
    <message>
        <source>Previous completion of the group</source>
        <translation>组内上一个回答</translation>
    </message>
    <message>
        <source>Select the previous completion of the same prompt</source>
        <translation>选择同一提示的上一个回答</translation>
    </message>
    <message>
        <source>Same task in the next step</source>
        <translation>后一步中的同一任务</translation>
    </message>
    <message>
        <source>Select the best answer to this task in the next step that asked for it</source>
        <translation>在下一个包含此任务的步中选择对它的最佳回答</translation>
    </message>
    <message>
        <source>Same task in the step before</source>
        <translation>前一步中的同一任务</translation>
    </message>
    <message>
        <source>Select the best answer to this task in the step before that asked for it</source>
        <translation>在上一个包含此任务的步中选择对它的最佳回答</translation>
    </message>
    <message>
        <source>Export episode...</source>
        <translation>导出回合...</translation>
    </message>
    <message>
        <source>Save the selected episodes with their groups as one file that another Nereid opens</source>
        <translation>将所选回合及其组存为一个文件，供另一个 Nereid 打开</translation>
    </message>
    <message>
        <source>Export episode with its task&apos;s history...</source>
        <translation>导出回合及其任务历史...</translation>
    </message>
    <message>
        <source>The same with every answer to the task in all steps, for time travel</source>
        <translation>同上，并包含所有步中对该任务的每个回答，供时间旅行使用</translation>
    </message>
    <message>
        <source>Cancel the verification</source>
        <translation>取消验证</translation>
    </message>
    <message>
        <source>End the verification under way; Escape in an editor does the same</source>
        <translation>结束正在进行的验证；在编辑器中按 Escape 效果相同</translation>
    </message>
    <message>
        <source>Open source...</source>
        <translation>打开源代码...</translation>
    </message>
    <message>
        <source>Open a file in the editor that has the keyboard</source>
        <translation>在有键盘焦点的编辑器中打开文件</translation>
    </message>
    <message>
        <source>Choose a task as reference...</source>
        <translation>选择任务作为参考...</translation>
    </message>
    <message>
        <source>Take the reference of a synthetic task or of one of KernelBench</source>
        <translation>采用合成任务或 KernelBench 任务的参考</translation>
    </message>
    <message>
        <source>Save source</source>
        <translation>保存源代码</translation>
    </message>
    <message>
        <source>Save the editor that has the keyboard</source>
        <translation>保存有键盘焦点的编辑器</translation>
    </message>
    <message>
        <source>Go to the line of the reason</source>
        <translation>转到原因所在行</translation>
    </message>
    <message>
        <source>Move the cursor to the line that the verdict names</source>
        <translation>将光标移到判定所指的行</translation>
    </message>
    <message>
        <source>Set up the Python environment...</source>
        <translation>配置 Python 环境...</translation>
    </message>
    <message>
        <source>Make the environment with torch and triton that training and verifying need</source>
        <translation>创建训练和验证所需的含 torch 和 triton 的环境</translation>
    </message>
    <message>
        <source>Close dock</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Take the dock that has the keyboard out of this workspace</source>
        <translation>将当前有键盘焦点的面板移出此工作区</translation>
    </message>
    <message>
        <source>Float dock</source>
        <translation>浮动面板</translation>
    </message>
    <message>
        <source>Make the dock that has the keyboard a window of its own, or put it back</source>
        <translation>使有键盘焦点的面板成为独立窗口，或将其放回</translation>
    </message>
    <message>
        <source>Open last evaluation of the run</source>
        <translation>打开训练的最近评估</translation>
    </message>
    <message>
        <source>Open what the chosen run was last validated with, to replay it</source>
        <translation>打开所选训练最近一次验证的内容，以便回放</translation>
    </message>
    <message>
        <source>Phases of the curves...</source>
        <translation>曲线的阶段...</translation>
    </message>
    <message>
        <source>Zoom to a phase of the run, or hide where phases begin</source>
        <translation>缩放到训练的某个阶段，或隐藏阶段起点</translation>
    </message>
    <message>
        <source>Example runs...</source>
        <translation>示例训练...</translation>
    </message>
    <message>
        <source>Show the start page with the recorded runs that come with Nereid</source>
        <translation>显示起始页，列出 Nereid 附带的训练记录</translation>
    </message>
    <message>
        <source>Ask the advisor</source>
        <translation>询问顾问</translation>
    </message>
    <message>
        <source>Ask a served model for advice on this candidate; verdict and reward stay as they are</source>
        <translation>向在线模型征求对此候选的意见；判定和奖励保持不变</translation>
    </message>
    <message>
        <source>Choose the advisor...</source>
        <translation>选择顾问...</translation>
    </message>
    <message>
        <source>Name the endpoint and the model that are asked for advice</source>
        <translation>指定征求意见所用的端点和模型</translation>
    </message>
    <message>
        <source>Turn after</source>
        <translation>下一轮</translation>
    </message>
    <message>
        <source>Select the answer that was asked for with this one and its verdict</source>
        <translation>选择凭此回答及其判定再问得到的回答</translation>
    </message>
    <message>
        <source>Turn before</source>
        <translation>上一轮</translation>
    </message>
    <message>
        <source>Select the answer that this one was asked to better</source>
        <translation>选择此回答所要改进的回答</translation>
    </message>
    <message>
        <source>Debug kernel</source>
        <translation>调试内核</translation>
    </message>
    <message>
        <source>Step through the program that stored the first wrong element, with all of its values</source>
        <translation>逐步查看写入第一个错误元素的程序及其所有值</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>ssh cluster</source>
        <translation>SSH 集群</translation>
    </message>
    <message>
        <source>needs a shown run that is followed over SSH</source>
        <translation>需要一个正通过 SSH 跟随的所示运行</translation>
    </message>
    <message>
        <source>needs a shown run of another machine that is not connected</source>
        <translation>需要一个未连接的另一台机器上的所示运行</translation>
    </message>
    <message>
        <source>needs an open run</source>
        <translation>需要打开一个运行</translation>
    </message>
    <message>
        <source>quit exit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>new train launch</source>
        <translation>新建 训练 启动</translation>
    </message>
    <message>
        <source>demo try</source>
        <translation>演示 试用</translation>
    </message>
    <message>
        <source>possible when the run of this window has ended</source>
        <translation>此窗口的运行结束后可用</translation>
    </message>
    <message>
        <source>resume go on restart</source>
        <translation>恢复 接着 重新开始</translation>
    </message>
    <message>
        <source>needs an open run that was stopped or cut short after a checkpoint</source>
        <translation>需要一个在检查点之后停止或中断的已打开运行</translation>
    </message>
    <message>
        <source>Pause after the current step, resume, or continue a run that was stopped</source>
        <translation>在当前步之后暂停、恢复，或继续已停止的运行</translation>
    </message>
    <message>
        <source>resume continue hold</source>
        <translation>恢复 继续 保持</translation>
    </message>
    <message>
        <source>needs a run that goes on, or one that can be continued</source>
        <translation>需要一个正在进行或可以继续的运行</translation>
    </message>
    <message>
        <source>end cancel abort quit</source>
        <translation>结束 取消 中止</translation>
    </message>
    <message>
        <source>needs a run that goes on</source>
        <translation>需要一个正在进行的运行</translation>
    </message>
    <message>
        <source>needs runs that wait in the queue</source>
        <translation>需要队列中有等待的运行</translation>
    </message>
    <message>
        <source>needs a chosen run of the queue</source>
        <translation>需要在队列中选择一个运行</translation>
    </message>
    <message>
        <source>Rename run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Type another name for the chosen run; its settings stay as they are</source>
        <translation>为所选运行输入另一个名称；其设置保持不变</translation>
    </message>
    <message>
        <source>name call</source>
        <translation>名称 称呼</translation>
    </message>
    <message>
        <source>needs a chosen run of the list</source>
        <translation>需要在列表中选择一个运行</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>eval pass@k validation</source>
        <translation>评估 pass@k 验证</translation>
    </message>
    <message>
        <source>needs a chosen run with evaluations</source>
        <translation>需要选择一个有评估的运行</translation>
    </message>
    <message>
        <source>remove trash</source>
        <translation>移除 回收站</translation>
    </message>
    <message>
        <source>restore undelete recycle</source>
        <translation>恢复 回收站</translation>
    </message>
    <message>
        <source>nothing was changed yet</source>
        <translation>尚未做任何更改</translation>
    </message>
    <message>
        <source>nothing was undone</source>
        <translation>没有撤销过任何操作</translation>
    </message>
    <message>
        <source>reset docks</source>
        <translation>重置面板</translation>
    </message>
    <message>
        <source>undock detach window</source>
        <translation>分离 独立窗口</translation>
    </message>
    <message>
        <source>dark light colours</source>
        <translation>深色 浅色 颜色</translation>
    </message>
    <message>
        <source>live tail</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>animation accessibility</source>
        <translation>动画 无障碍</translation>
    </message>
    <message>
        <source>overlay compare</source>
        <translation>叠加 对比</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>刻度</translation>
    </message>
    <message>
        <source>zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>save csv png svg pdf picture</source>
        <translation>保存 CSV PNG SVG PDF 图片</translation>
    </message>
    <message>
        <source>eval</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>judge check run</source>
        <translation>判定 检查</translation>
    </message>
    <message>
        <source>needs a selected episode</source>
        <translation>需要选择一个回合</translation>
    </message>
    <message>
        <source>reproducer export</source>
        <translation>复现 导出</translation>
    </message>
    <message>
        <source>step trace</source>
        <translation>单步 跟踪</translation>
    </message>
    <message>
        <source>needs a selected episode with a kernel</source>
        <translation>需要选择一个带内核的回合</translation>
    </message>
    <message>
        <source>star favourite</source>
        <translation>星标 收藏</translation>
    </message>
    <message>
        <source>needs a selected episode and an advisor</source>
        <translation>需要选择一个回合并指定顾问</translation>
    </message>
    <message>
        <source>needs two selected episodes, or a marked and a selected one</source>
        <translation>需要选择两个回合，或一个已标记和一个已选择的回合</translation>
    </message>
    <message>
        <source>needs an episode of a run with several turns</source>
        <translation>需要一个多轮运行的回合</translation>
    </message>
    <message>
        <source>save share</source>
        <translation>保存 分享</translation>
    </message>
    <message>
        <source>judge check</source>
        <translation>判定 检查</translation>
    </message>
    <message>
        <source>needs a verification under way</source>
        <translation>需要正在进行的验证</translation>
    </message>
    <message>
        <source>reference kernelbench template</source>
        <translation>参考 KernelBench</translation>
    </message>
    <message>
        <source>cheats test</source>
        <translation>作弊 测试</translation>
    </message>
    <message>
        <source>docs documentation</source>
        <translation>文档 帮助</translation>
    </message>
    <message>
        <source>keys hotkeys</source>
        <translation>按键 快捷键</translation>
    </message>
    <message>
        <source>install torch triton environment</source>
        <translation>安装 torch triton 环境</translation>
    </message>
    <message>
        <source>version licence</source>
        <translation>版本 许可证</translation>
    </message>
    <message>
        <source>Write report...</source>
        <translation>写报告...</translation>
    </message>
    <message>
        <source>Write one page about the shown run, as HTML and PDF, from its record alone</source>
        <translation>仅根据记录，把所显示的训练写成一页报告（HTML 和 PDF）</translation>
    </message>
    <message>
        <source>export html pdf summary</source>
        <translation>导出 HTML PDF 摘要</translation>
    </message>
    <message>
        <source>Verify the selected episode in the background</source>
        <translation>在后台验证所选回合</translation>
    </message>
    <message>
        <source>While the machine is idle, run the selected candidate in the sandbox for its links and compiler levels</source>
        <translation>机器空闲时，在沙箱中运行所选候选，以得到关联和编译层级</translation>
    </message>
    <message>
        <source>Stop with a checkpoint; samples of the step in work are given up</source>
        <translation>保存检查点后停止；放弃当前步骤的采样</translation>
    </message>
</context>
<context>
    <name>Alarms</name>
    <message>
        <source>Not finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>A value of the update is NaN or infinite. Weights that took part in such an update do not recover: every later step computes with them.</source>
        <translation>更新中的某个值是 NaN 或无穷。参与这种更新的权重不会恢复：之后的每一步都用它们计算。</translation>
    </message>
    <message>
        <source>Stop the run, continue from the last checkpoint before it, and lower the learning rate or the bound of the gradient norm.</source>
        <translation>停止训练，从之前最近的检查点继续，并降低学习率或梯度范数上限。</translation>
    </message>
    <message>
        <source>No signal</source>
        <translation>无信号</translation>
    </message>
    <message>
        <source>In every group all completions got the same reward, so every advantage is zero and the update changes nothing.</source>
        <translation>每组中所有回答的奖励都相同，因此优势全为零，更新不起作用。</translation>
    </message>
    <message>
        <source>Look whether the tasks are too hard (nothing passes) or too easy (all pass). Mix in easier or harder tasks, sample more completions for each prompt, or raise the temperature.</source>
        <translation>检查任务是否太难（全不通过）或太容易（全通过）。混入更易或更难的任务，为每个提示采样更多回答，或提高温度。</translation>
    </message>
    <message>
        <source>Sampler mismatch</source>
        <translation>采样器不一致</translation>
    </message>
    <message>
        <source>Sampler and trainer give the same tokens different probabilities. The update then treats samples of another policy as its own.</source>
        <translation>采样器和训练器对相同的词元给出不同的概率。更新会把另一策略的样本当成自己的。</translation>
    </message>
    <message>
        <source>Look for different number formats, an old copy of the weights in the sampler, or different sampling settings; correct by truncated importance sampling only after that.</source>
        <translation>检查数值格式是否不同、采样器中是否有旧权重或采样设置不同；之后才用截断重要性采样校正。</translation>
    </message>
    <message>
        <source>Entropy collapse</source>
        <translation>熵崩溃</translation>
    </message>
    <message>
        <source>The policy has become nearly certain of every token compared with its first steps. Groups become copies of each other and nothing new is tried.</source>
        <translation>与最初几步相比，策略对每个词元几乎都已确定。组内互为副本，不再尝试新内容。</translation>
    </message>
    <message>
        <source>Raise the upper clip bound or the temperature, lower the learning rate, or add a penalty on KL; then continue from a checkpoint before it.</source>
        <translation>提高裁剪上界或温度，降低学习率，或加入 KL 惩罚；然后从之前的检查点继续。</translation>
    </message>
    <message>
        <source>Shortcuts in place of reward</source>
        <translation>以捷径代替奖励</translation>
    </message>
    <message>
        <source>The reward stands still while more candidates get around the task, or are flagged for what may do so: torch in place of a kernel, nothing launched, forbidden calls, spoiled inputs, fewer bits. Accepted ones count, too.</source>
        <translation>奖励停滞，而更多候选内核绕过任务或因可能绕过而被标记：以 torch 代替内核、未启动、禁用调用、破坏输入、位数减少。通过的也计入。</translation>
    </message>
    <message>
        <source>Read some of these episodes. Where a trick earns credit at an early stage, lower the credit of that stage; say in the prompt what is not allowed.</source>
        <translation>阅读其中一些回合。若某种取巧在早期阶段得分，降低该阶段的得分；在提示中说明禁止事项。</translation>
    </message>
    <message>
        <source>%1 to now</source>
        <translation>%1 至今</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>非数值</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>all groups have equal rewards for %1 steps</source>
        <translation>所有组在 %1 步中奖励均相同</translation>
    </message>
    <message>
        <source>log-probabilities differ by up to %1 nats per token; %2 are tolerated</source>
        <translation>对数概率相差最多 %1 nat/词元；允许 %2</translation>
    </message>
    <message>
        <source>entropy fell from %1 to %2 nats per token</source>
        <translation>熵从 %1 降到 %2 nat/词元</translation>
    </message>
    <message>
        <source>shortcuts went from %1 to %2 of the candidates, the reward did not rise</source>
        <translation>走捷径的候选内核从 %1 升到 %2，奖励没有上升</translation>
    </message>
    <message>
        <source>%1: %2. Click for what to do.</source>
        <translation>%1：%2。点击查看处理办法。</translation>
    </message>
</context>
<context>
    <name>BenchEditor</name>
    <message>
        <source>%1 is not UTF-8: byte %L2 is not valid. Save it as UTF-8 first.</source>
        <translation>%1 不是 UTF-8：第 %L2 字节无效。请先存为 UTF-8。</translation>
    </message>
</context>
<context>
    <name>BenchTemplates</name>
    <message>
        <source>Element by element</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>One program a block of elements, with a mask</source>
        <translation>每个程序处理一块元素，带掩码</translation>
    </message>
    <message>
        <source>Row by row</source>
        <translation>逐行</translation>
    </message>
    <message>
        <source>One program a row: a reduction and what follows from it</source>
        <translation>每个程序处理一行：归约及其后续计算</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Tiles of the result, a loop over the inner dimension</source>
        <translation>按结果分块，沿内维循环</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>mean and spread</source>
        <translation>均值与离散</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>std</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>pass rate</source>
        <translation>通过率</translation>
    </message>
    <message>
        <source>rollouts</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>level 1</source>
        <translation>级别 1</translation>
    </message>
    <message>
        <source>level 2</source>
        <translation>级别 2</translation>
    </message>
    <message>
        <source>funnel</source>
        <translation>漏斗</translation>
    </message>
    <message>
        <source>stage passed</source>
        <translation>通过的阶段</translation>
    </message>
    <message>
        <source>loss, entropy, KL</source>
        <translation>损失、熵、KL</translation>
    </message>
    <message>
        <source>nat/token</source>
        <translation>nat/词元</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>Step %1: checkpoint, %2</source>
        <translation>第 %1 步：检查点，%2</translation>
    </message>
    <message>
        <source>Step %1: paused</source>
        <translation>第 %1 步：已暂停</translation>
    </message>
    <message>
        <source>Step %1: went on</source>
        <translation>第 %1 步：继续</translation>
    </message>
    <message>
        <source>Step %1: continued from its checkpoint</source>
        <translation>第 %1 步：从检查点继续</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Phase %1 (%2): steps %3 to %4. Click its name to see it alone.</source>
        <translation>阶段 %1（%2）：第 %3 至 %4 步。单击其名称可单独查看。</translation>
    </message>
    <message>
        <source>pass@1</source>
        <translation>pass@1</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>级别 %1</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，进程 %2</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>Runs that were opened lately</source>
        <translation>最近打开的训练</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Reward, pass rate, funnel and loss by step</source>
        <translation>按步显示奖励、通过率、漏斗和损失</translation>
    </message>
    <message>
        <source>Funnel</source>
        <translation>漏斗</translation>
    </message>
    <message>
        <source>How far candidates come, where they are rejected and why</source>
        <translation>候选内核走到哪一步，在哪里因何被拒</translation>
    </message>
    <message>
        <source>Episodes</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Every candidate of the run with its verdict</source>
        <translation>训练的每个候选内核及其判定</translation>
    </message>
    <message>
        <source>PyTorch reference and candidate side by side</source>
        <translation>PyTorch 参考与候选内核并排显示</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>All completions of one prompt side by side, with rewards and advantages</source>
        <translation>并排显示同一提示的所有回答及其奖励和优势</translation>
    </message>
    <message>
        <source>Two candidates</source>
        <translation>两个候选内核</translation>
    </message>
    <message>
        <source>Two candidates side by side, word by word</source>
        <translation>逐词并排显示两个候选内核</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Result of every input variant</source>
        <translation>每种输入变体的结果</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>编译器</translation>
    </message>
    <message>
        <source>Registers, spills, shared memory and warps of each kernel</source>
        <translation>每个内核的寄存器、溢出、共享内存和 warp</translation>
    </message>
    <message>
        <source>Compiler levels</source>
        <translation>编译层级</translation>
    </message>
    <message>
        <source>What the compiler made of each kernel, from TTIR to SASS, line by line</source>
        <translation>编译器对每个内核的产物，从 TTIR 到 SASS，逐行显示</translation>
    </message>
    <message>
        <source>Reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>Parts of the reward and the advantage in the group</source>
        <translation>奖励的组成部分和组内优势</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Timeline of the episode</source>
        <translation>回合的时间线</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Events of the run</source>
        <translation>训练的事件</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>What had happened at the place of the replay</source>
        <translation>回放位置之前发生的事</translation>
    </message>
    <message>
        <source>Verified again</source>
        <translation>重新验证结果</translation>
    </message>
    <message>
        <source>What differs between the record and a new verdict</source>
        <translation>记录与新判定之间的差异</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Reference and candidate to judge</source>
        <translation>待判定的参考与候选内核</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>验证器</translation>
    </message>
    <message>
        <source>Cheat zoo, lanes and stages of the verifier itself</source>
        <translation>作弊样本库、验证器的通道和阶段</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>比较训练</translation>
    </message>
    <message>
        <source>Runs, their settings and curves beside each other</source>
        <translation>并排显示各训练及其设置和曲线</translation>
    </message>
    <message>
        <source>Time travel</source>
        <translation>时间旅行</translation>
    </message>
    <message>
        <source>Every answer of the policy to one task, step by step</source>
        <translation>逐步显示策略对一个任务的每个回答</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Samples, clocks and speedup of the candidate, and why it was decided so</source>
        <translation>候选内核的样本、时钟和加速比，以及如此裁定的原因</translation>
    </message>
    <message>
        <source>What was judged by hand, also in former sessions</source>
        <translation>手动判定过的内容，包括以前的会话</translation>
    </message>
    <message>
        <source>Debugger</source>
        <translation>调试器</translation>
    </message>
    <message>
        <source>One program of a kernel, line by line, with all of its values</source>
        <translation>内核的一个程序，逐行查看，包含其所有值</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>EngineText</name>
    <message>
        <source>forward is given no number</source>
        <translation>forward 未接收数字</translation>
    </message>
    <message>
        <source>forward is given neither true nor false</source>
        <translation>forward 未接收真假值</translation>
    </message>
    <message>
        <source>other %1: %2</source>
        <translation>其他%1：%2</translation>
    </message>
    <message>
        <source>argument %1: %2 -&gt; %3</source>
        <translation>参数 %1：%2 -&gt; %3</translation>
    </message>
    <message>
        <source>the reference takes no other %1, or they change nothing</source>
        <translation>参考不接受其他%1，或它们不改变结果</translation>
    </message>
    <message>
        <source>%L1 elements of inputs and parameters are too many for more runs</source>
        <translation>输入和参数共 %L1 个元素，过多，不再增加运行</translation>
    </message>
    <message>
        <source>no input is floating point</source>
        <translation>没有浮点输入</translation>
    </message>
    <message>
        <source>a float64 task is not run in half precision</source>
        <translation>float64 任务不以半精度运行</translation>
    </message>
    <message>
        <source>the reference refuses it: %1</source>
        <translation>参考不接受：%1</translation>
    </message>
    <message>
        <source>the reference refuses it when rounded differently</source>
        <translation>参考不接受另一种舍入</translation>
    </message>
    <message>
        <source>PyTorch itself overflows there</source>
        <translation>PyTorch 自身在该处溢出</translation>
    </message>
    <message>
        <source>PyTorch itself overflows in %1</source>
        <translation>PyTorch 自身在 %1 下溢出</translation>
    </message>
    <message>
        <source>PyTorch refuses %1: %2</source>
        <translation>PyTorch 不接受 %1：%2</translation>
    </message>
    <message>
        <source>the float64 answer is not finite there</source>
        <translation>float64 答案在该处非有限</translation>
    </message>
    <message>
        <source>the inputs themselves overflow</source>
        <translation>输入自身溢出</translation>
    </message>
    <message>
        <source>badly conditioned: one rounding of the inputs changes the answer</source>
        <translation>病态：输入的一次舍入就会改变答案</translation>
    </message>
    <message>
        <source>other inputs lie on both sides of every limit</source>
        <translation>其他输入已位于每个界限的两侧</translation>
    </message>
    <message>
        <source>the reference has no limits</source>
        <translation>参考没有界限</translation>
    </message>
    <message>
        <source>no multiple of the inputs reaches the limit</source>
        <translation>输入的任何倍数都达不到界限</translation>
    </message>
    <message>
        <source>values on both sides of limits, normal values times %L1</source>
        <translation>界限两侧的值，正态值乘 %L1</translation>
    </message>
    <message>
        <source>the reference asks no input for NaN or infinity</source>
        <translation>参考不检查输入的 NaN 或无穷</translation>
    </message>
    <message>
        <source>some elements are %1</source>
        <translation>部分元素为 %1</translation>
    </message>
    <message>
        <source>the reference answers with NaN, not finitely or not at all</source>
        <translation>参考的答案为 NaN、非有限或没有答案</translation>
    </message>
    <message>
        <source>the reference accepts no smaller inputs</source>
        <translation>参考不接受更小的输入</translation>
    </message>
    <message>
        <source>the reference accepts no %1 inputs</source>
        <translation>参考不接受此类输入（%1）</translation>
    </message>
    <message>
        <source>the reference accepts no other sizes</source>
        <translation>参考不接受其他尺寸</translation>
    </message>
    <message>
        <source>the reference accepts no odd sizes of few elements</source>
        <translation>参考不接受元素少的不规则尺寸</translation>
    </message>
    <message>
        <source>the reference accepts no size of one</source>
        <translation>参考不接受尺寸一</translation>
    </message>
    <message>
        <source>the reference accepts no larger %1 that is still cheap</source>
        <translation>参考不接受更大而仍廉价的 %1</translation>
    </message>
    <message>
        <source>no more than %L1 sizes may change</source>
        <translation>最多 %L1 个尺寸可变</translation>
    </message>
    <message>
        <source>odd_dims has the same sizes, or the only one larger</source>
        <translation>odd_dims 的尺寸相同，或唯一尺寸更大</translation>
    </message>
    <message>
        <source>one size beyond the next power of two, the others small: %1</source>
        <translation>一个尺寸超过下一个 2 的幂，其余很小：%1</translation>
    </message>
    <message>
        <source>equal sizes belong together</source>
        <translation>相等的尺寸同属一体</translation>
    </message>
    <message>
        <source>sizes that were equal by chance: %1</source>
        <translation>偶然相等的尺寸：%1</translation>
    </message>
    <message>
        <source>sizes of one: %1</source>
        <translation>尺寸为一：%1</translation>
    </message>
    <message>
        <source>no input has more than one dimension</source>
        <translation>没有多于一维的输入</translation>
    </message>
    <message>
        <source>inputs that are not contiguous: %1</source>
        <translation>不连续的输入：%1</translation>
    </message>
    <message>
        <source>no input is a tensor of more than one element</source>
        <translation>没有多于一个元素的张量输入</translation>
    </message>
    <message>
        <source>normal values with mean zero, integers in their range</source>
        <translation>均值为零的正态值，整数在其范围内</translation>
    </message>
    <message>
        <source>normal values with mean zero, integers in their range or of both signs</source>
        <translation>均值为零的正态值，整数在其范围内或正负皆有</translation>
    </message>
    <message>
        <source>no input has an element that may change alone</source>
        <translation>没有可单独改变元素的输入</translation>
    </message>
    <message>
        <source>floating values times 100</source>
        <translation>浮点值乘 100</translation>
    </message>
    <message>
        <source>floating values times 100, some lines far below zero</source>
        <translation>浮点值乘 100，部分行远小于零</translation>
    </message>
    <message>
        <source>floating values times 100, some lines negative</source>
        <translation>浮点值乘 100，部分行为负</translation>
    </message>
    <message>
        <source>floating values whose rows are moved far from zero</source>
        <translation>浮点值，各行移到远离零处</translation>
    </message>
    <message>
        <source>no input is a number that may be large</source>
        <translation>没有可以很大的数值输入</translation>
    </message>
    <message>
        <source>integers of both signs, those of 64 bits beyond 32</source>
        <translation>正负整数，64 位的超出 32 位</translation>
    </message>
    <message>
        <source>floating values times 0.001</source>
        <translation>浮点值乘 0.001</translation>
    </message>
    <message>
        <source>floating values times 0.001, some lines zero</source>
        <translation>浮点值乘 0.001，部分行为零</translation>
    </message>
    <message>
        <source>floating values all %L1</source>
        <translation>浮点值全为 %L1</translation>
    </message>
    <message>
        <source>no place for infinities was found that torch and float64 agree on</source>
        <translation>未找到 torch 与 float64 一致的无穷位置</translation>
    </message>
    <message>
        <source>the reference has no modes</source>
        <translation>参考没有模式之分</translation>
    </message>
    <message>
        <source>every variant is judged in eval mode</source>
        <translation>每个变体都在 eval 模式下判定</translation>
    </message>
    <message>
        <source>judged against %1: float64 fails (%2)</source>
        <translation>对照 %1 判定：float64 失败（%2）</translation>
    </message>
    <message>
        <source>other shapes in float64</source>
        <translation>float64 下形状不同</translation>
    </message>
    <message>
        <source>%1; on smaller shapes %2</source>
        <translation>%1；在更小的形状上 %2</translation>
    </message>
    <message>
        <source>it needs more memory than it may use</source>
        <translation>所需内存超出允许</translation>
    </message>
    <message>
        <source>it cannot be made: %1</source>
        <translation>无法创建：%1</translation>
    </message>
    <message>
        <source>inputs and parameters have %L1 elements</source>
        <translation>输入和参数有 %L1 个元素</translation>
    </message>
    <message>
        <source>inputs and parameters have %L1 elements, one forward writes %L2 and takes %L3 GFLOP</source>
        <translation>输入和参数有 %L1 个元素，一次 forward 写入 %L2，需 %L3 GFLOP</translation>
    </message>
    <message>
        <source>judged on smaller shapes: %1</source>
        <translation>在更小的形状上判定：%1</translation>
    </message>
    <message>
        <source>%1; no smaller shapes were found: %2</source>
        <translation>%1；未找到更小的形状：%2</translation>
    </message>
    <message>
        <source>the compiler did not hand it out</source>
        <translation>编译器未给出</translation>
    </message>
    <message>
        <source>this Triton comes without nvdisasm</source>
        <translation>此 Triton 不带 nvdisasm</translation>
    </message>
    <message>
        <source>nvdisasm did not run: %1</source>
        <translation>nvdisasm 未运行：%1</translation>
    </message>
    <message>
        <source>not disassembled: the kernels before took all the time there is for it</source>
        <translation>未反汇编：之前的内核用完了可用时间</translation>
    </message>
    <message>
        <source>not kept: the texts of all kernels exceed %L1 MB</source>
        <translation>未保留：所有内核的文本超过 %L1 MB</translation>
    </message>
    <message>
        <source>the first %L1 MB of %L2 bytes</source>
        <translation>%L2 字节中的前 %L1 MB</translation>
    </message>
    <message>
        <source>expected %1, got %2</source>
        <translation>应为 %1，实际为 %2</translation>
    </message>
    <message>
        <source>%1: expected %2, got %3</source>
        <translation>%1：应为 %2，实际为 %3</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>不小于 %1 的整数</translation>
    </message>
    <message>
        <source>a whole number above %1</source>
        <translation>大于 %1 的整数</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 的数字</translation>
    </message>
    <message>
        <source>a number from %1 and below %2</source>
        <translation>不小于 %1 且小于 %2 的数字</translation>
    </message>
    <message>
        <source>a number above %1 and at most %2</source>
        <translation>大于 %1 且不超过 %2 的数字</translation>
    </message>
    <message>
        <source>a number above %1 and below %2</source>
        <translation>大于 %1 且小于 %2 的数字</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>不小于 %1 的数字</translation>
    </message>
    <message>
        <source>a number above %1</source>
        <translation>大于 %1 的数字</translation>
    </message>
    <message>
        <source>a number of at most %1</source>
        <translation>不超过 %1 的数字</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a list of whole numbers from %1 to %2</source>
        <translation>%1 到 %2 的整数列表</translation>
    </message>
    <message>
        <source>a multiple of %1 = %2</source>
        <translation>%1 = %2 的倍数</translation>
    </message>
    <message>
        <source>a divisor of %1 = %2</source>
        <translation>%1 = %2 的约数</translation>
    </message>
    <message>
        <source>an even number of channels a head</source>
        <translation>每个头的通道数为偶数</translation>
    </message>
    <message>
        <source>at least one layer name for %1</source>
        <translation>%1 至少需要一个层名</translation>
    </message>
    <message>
        <source>none for model.path = new (there is no base to adapt)</source>
        <translation>model.path = new 时为 none（没有可适配的基础模型）</translation>
    </message>
    <message>
        <source>at least one level</source>
        <translation>至少一个级别</translation>
    </message>
    <message>
        <source>each level once</source>
        <translation>每个级别只出现一次</translation>
    </message>
    <message>
        <source>there is no such setting</source>
        <translation>没有此设置</translation>
    </message>
    <message>
        <source>%1: unknown setting</source>
        <translation>%1：未知设置</translation>
    </message>
    <message>
        <source>%1: unknown setting; did you mean %2?</source>
        <translation>%1：未知设置；是否指 %2？</translation>
    </message>
    <message>
        <source>%1: given twice, first in line %2</source>
        <translation>%1：重复给出，首次在第 %2 行</translation>
    </message>
    <message>
        <source>%1: expected settings as &quot;key: value&quot; lines</source>
        <translation>%1：应为“键: 值”形式的设置行</translation>
    </message>
    <message>
        <source>%1: expected settings, the file is empty; start from a preset</source>
        <translation>%1：应为设置，但文件为空；请从预设开始</translation>
    </message>
    <message>
        <source>%1: broken YAML: %2</source>
        <translation>%1：YAML 损坏：%2</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>paused after step %L1</source>
        <translation>在第 %L1 步后暂停</translation>
    </message>
    <message>
        <source>pausing after step %L1</source>
        <translation>将在第 %L1 步后暂停</translation>
    </message>
    <message>
        <source>stopped after step %L1</source>
        <translation>在第 %L1 步后停止</translation>
    </message>
    <message>
        <source>finished after step %L1</source>
        <translation>在第 %L1 步后完成</translation>
    </message>
    <message>
        <source>stopped: %1</source>
        <translation>已停止：%1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>generation.max_prompt_length: %L1 tokens are too few for the prompts of these tasks; raise it</source>
        <translation>generation.max_prompt_length：%L1 个词元 不足以容纳这些任务的提示；请调高</translation>
    </message>
    <message>
        <source>model.device: %1 was asked for, but no CUDA device is usable here; set it to cpu or auto</source>
        <translation>model.device：要求使用 %1，但此处没有可用的 CUDA 设备；请设为 cpu 或 auto</translation>
    </message>
    <message>
        <source>model.device: there is no %1; the devices are cuda:0 to cuda:%2</source>
        <translation>model.device：没有 %1；可用设备为 cuda:0 到 cuda:%2</translation>
    </message>
    <message>
        <source>%1: no task of tasks.levels is left in it; choose other levels, another folder or a shorter tasks.exclude</source>
        <translation>%1：其中没有 tasks.levels 的任务；请选择其他级别、其他文件夹或缩短 tasks.exclude</translation>
    </message>
    <message>
        <source>sft.corpus: every sample is longer than generation.max_prompt_length or max_completion_length; raise them</source>
        <translation>sft.corpus：每个样本都超过 generation.max_prompt_length 或 max_completion_length；请调高</translation>
    </message>
    <message>
        <source>%1: holds a run already; continue it with --resume, or choose another --out</source>
        <translation>%1：已有训练；请用 --resume 继续，或选择其他 --out</translation>
    </message>
    <message>
        <source>%1: holds no run to resume; give the folder of a run</source>
        <translation>%1：没有可继续的训练；请给出训练的文件夹</translation>
    </message>
    <message>
        <source>%1: none of its checkpoints can be read; start a new run with --out</source>
        <translation>%1：其检查点均无法读取；请用 --out 开始新训练</translation>
    </message>
    <message>
        <source>No model at &quot;%1&quot;: expected &quot;pocket&quot;, a GGUF file or a folder with config.json, model.safetensors and tokenizer.json</source>
        <translation>“%1”处没有模型：应为“pocket”、GGUF 文件或含 config.json、model.safetensors 和 tokenizer.json 的文件夹</translation>
    </message>
    <message>
        <source>No model at &quot;%1&quot;: a GGUF file is named by its own path, such as %2</source>
        <translation>“%1”处没有模型：GGUF 文件须用其自身路径指定，例如 %2</translation>
    </message>
    <message>
        <source>%1: not a GGUF file; give one, or the folder of a model in Hugging Face layout</source>
        <translation>%1：不是 GGUF 文件；请给出一个，或给出 Hugging Face 布局的模型文件夹</translation>
    </message>
    <message>
        <source>%1: another process writes this run; stop it first or choose another folder</source>
        <translation>%1：另一进程正在写入此训练；请先停止它或选择其他文件夹</translation>
    </message>
    <message>
        <source>%1: this run is being written; stop it first, then delete it</source>
        <translation>%1：此训练正在写入；请先停止，再删除</translation>
    </message>
    <message>
        <source>%1: is a link to a run elsewhere; remove the link yourself</source>
        <translation>%1：是指向别处训练的链接；请自行删除该链接</translation>
    </message>
    <message>
        <source>%1: lies outside the runs folder %2; take it out of the list, or delete the folder with a file manager</source>
        <translation>%1：位于训练文件夹 %2 之外；请从列表移除，或用文件管理器删除该文件夹</translation>
    </message>
    <message>
        <source>%1: no record here; name a run folder, which holds record.sqlite</source>
        <translation>%1：此处没有记录；请给出含 record.sqlite 的训练文件夹</translation>
    </message>
    <message>
        <source>%1: not a record of Nereid, or an unfinished one; choose another run folder</source>
        <translation>%1：不是 Nereid 的记录，或尚未完成；请选择其他训练文件夹</translation>
    </message>
    <message>
        <source>%1: written by a newer Nereid (record version %2, this one reads up to %3); update Nereid</source>
        <translation>%1：由更新的 Nereid 写入（记录版本 %2，此版本最高读取 %3）；请更新 Nereid</translation>
    </message>
    <message>
        <source>%1: the table &quot;%2&quot; is missing; restore the run folder from a copy</source>
        <translation>%1：缺少表“%2”；请从副本恢复训练文件夹</translation>
    </message>
    <message>
        <source>%1: another window follows this run; close it there</source>
        <translation>%1：另一窗口正在跟随此训练；请在那里关闭</translation>
    </message>
    <message>
        <source>no task &apos;%1&apos; in %2; `nereid tasks list --tasks %3` shows what is there</source>
        <translation>%2 中没有任务“%1”；`nereid tasks list --tasks %3` 列出可用任务</translation>
    </message>
    <message>
        <source>%1: no KernelBench folder; expected level1 ... level4 in it or in its subfolder KernelBench</source>
        <translation>%1：不是 KernelBench 文件夹；其中或其子文件夹 KernelBench 中应有 level1 ... level4</translation>
    </message>
    <message>
        <source>the Python environment with torch and triton is not complete (%1); %2</source>
        <translation>含 torch 和 triton 的 Python 环境不完整（%1）；%2</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the package index cannot be reached</source>
        <translation>无法访问软件包索引</translation>
    </message>
    <message>
        <source>the package index does not prove who it is (TLS)</source>
        <translation>软件包索引未能证明其身份 (TLS)</translation>
    </message>
    <message>
        <source>the proxy refuses the connection</source>
        <translation>代理拒绝连接</translation>
    </message>
    <message>
        <source>the connection broke during a download</source>
        <translation>下载时连接中断</translation>
    </message>
    <message>
        <source>a downloaded package is damaged or of another version</source>
        <translation>下载的软件包已损坏或版本不符</translation>
    </message>
    <message>
        <source>the package index does not have the pinned packages for this Python and machine</source>
        <translation>软件包索引没有适用于此 Python 和此机器的指定软件包</translation>
    </message>
    <message>
        <source>no right to write in %1</source>
        <translation>没有写入 %1 的权限</translation>
    </message>
    <message>
        <source>make room in %1, then run this again: it goes on where it stopped</source>
        <translation>在 %1 中腾出空间，然后再次运行：将从停止处继续</translation>
    </message>
    <message>
        <source>run this again: it goes on where it stopped</source>
        <translation>再次运行：将从停止处继续</translation>
    </message>
    <message>
        <source>check the network (and https_proxy), then run this again</source>
        <translation>检查网络（和 https_proxy），然后再次运行</translation>
    </message>
    <message>
        <source>check https_proxy, then run this again</source>
        <translation>检查 https_proxy，然后再次运行</translation>
    </message>
    <message>
        <source>remove %1, then run this again</source>
        <translation>删除 %1，然后再次运行</translation>
    </message>
    <message>
        <source>the Python environment needs %L1 GB more in %2, %L3 GB are free</source>
        <translation>Python 环境还需在 %2 中占用 %L1 GB，可用 %L3 GB</translation>
    </message>
    <message>
        <source>make room, or set XDG_CACHE_HOME to a folder on a larger disk</source>
        <translation>请腾出空间，或将 XDG_CACHE_HOME 设为更大磁盘上的文件夹</translation>
    </message>
    <message>
        <source>the new environment does not work: %1</source>
        <translation>新环境无法工作：%1</translation>
    </message>
    <message>
        <source>python3 -m venv failed: %1</source>
        <translation>python3 -m venv 失败：%1</translation>
    </message>
    <message>
        <source>pip failed: %1</source>
        <translation>pip 失败：%1</translation>
    </message>
    <message>
        <source>cancelled; what was downloaded is kept</source>
        <translation>已取消；已下载的内容会保留</translation>
    </message>
    <message>
        <source>the output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>%1 after forward</source>
        <translation>forward 之后的 %1</translation>
    </message>
    <message>
        <source>one tensor</source>
        <translation>一个张量</translation>
    </message>
    <message>
        <source>%L1 tensors</source>
        <translation>%L1 个张量</translation>
    </message>
    <message>
        <source>a tuple of %L1 tensors</source>
        <translation>%L1 个张量的元组</translation>
    </message>
    <message>
        <source>values read on the host</source>
        <translation>在主机上读取的数值</translation>
    </message>
    <message>
        <source>inline assembly</source>
        <translation>内联汇编</translation>
    </message>
    <message>
        <source>an address far from %1</source>
        <translation>远离 %1 的地址</translation>
    </message>
    <message>
        <source>%1 in `%2`</source>
        <translation>%1，位于 `%2`</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>load</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>store</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>input %1 axis %2: %L3</source>
        <translation>输入 %1 轴 %2：%L3</translation>
    </message>
    <message>
        <source>input %1 %2</source>
        <translation>输入 %1 %2</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>%1 项的列表</translation>
    </message>
    <message>
        <source>an empty item</source>
        <translation>空项</translation>
    </message>
    <message>
        <source>an empty text</source>
        <translation>空文本</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>空列表</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>a repeated one</source>
        <translation>重复项</translation>
    </message>
    <message>
        <source>at most %1 = %2</source>
        <translation>不超过 %1 = %2</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>right on every input</source>
        <translation>在每个输入上都正确</translation>
    </message>
    <message>
        <source>%1 (line %2)</source>
        <translation>%1（第 %2 行）</translation>
    </message>
    <message>
        <source>kernel %1: %2</source>
        <translation>内核 %1：%2</translation>
    </message>
    <message>
        <source>on the GPU: %1</source>
        <translation>在 GPU 上：%1</translation>
    </message>
    <message>
        <source>on the GPU, %1, %2</source>
        <translation>在 GPU 上，%1，%2</translation>
    </message>
    <message>
        <source>on the GPU the process %1</source>
        <translation>在 GPU 上：进程 %1</translation>
    </message>
    <message>
        <source>GPU time: not measured</source>
        <translation>GPU 时间：未测量</translation>
    </message>
    <message>
        <source>GPU time: not measured, %1</source>
        <translation>GPU 时间：未测量，%1</translation>
    </message>
    <message>
        <source>the reference&apos;s process keeps ending</source>
        <translation>参考的进程反复结束</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>cancelled before it was judged</source>
        <translation>在判定之前已取消</translation>
    </message>
    <message>
        <source>not finished within %L1 s</source>
        <translation>%L1 s 内未完成</translation>
    </message>
    <message>
        <source>the candidate used more memory than it may</source>
        <translation>候选内核使用的内存超出允许</translation>
    </message>
    <message>
        <source>the candidate asks for more memory than it may use</source>
        <translation>候选内核申请的内存超出允许</translation>
    </message>
    <message>
        <source>the candidate&apos;s process was %1</source>
        <translation>候选内核的进程被%1</translation>
    </message>
    <message>
        <source>the candidate&apos;s process was %1, repeatedly</source>
        <translation>候选内核的进程反复被%1</translation>
    </message>
    <message>
        <source>the candidate&apos;s process %1</source>
        <translation>候选内核的进程%1</translation>
    </message>
    <message>
        <source>ended by signal %1 (%2)</source>
        <translation>信号 %1 终止（%2）</translation>
    </message>
    <message>
        <source>ended by a forbidden system call or a deadly signal to itself</source>
        <translation>被禁止的系统调用或发给自身的致命信号终止</translation>
    </message>
    <message>
        <source>ended with exit status %1</source>
        <translation>以退出状态 %1 结束</translation>
    </message>
    <message>
        <source>closed its channel and went on</source>
        <translation>关闭了通道却继续运行</translation>
    </message>
    <message>
        <source>sent a broken message</source>
        <translation>发送了损坏的消息</translation>
    </message>
    <message>
        <source>sent a message that nobody asked for</source>
        <translation>发送了无人请求的消息</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>used too much memory</source>
        <translation>使用内存过多</translation>
    </message>
    <message>
        <source>Triton&apos;s compiler crashed on a launch of this candidate (signal %1); another block size may avoid it</source>
        <translation>Triton 的编译器在此候选内核的一次启动上崩溃（信号 %1）；换一个块大小或可避免</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements, first at [%3], error %L4 against a bound of %L5</source>
        <translation>%L2 个元素中的 %L1 个，首个在 [%3]，误差 %L4，上限 %L5</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements differ in being NaN or infinite, first at [%3]: %L4 where %L5 is expected</source>
        <translation>%L2 个元素中的 %L1 个在 NaN 或无穷上不一致，首个在 [%3]：实际 %L4，应为 %L5</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements, first at [%3]: %L4 where %L5 is expected</source>
        <translation>%L2 个元素中的 %L1 个，首个在 [%3]：实际 %L4，应为 %L5</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3</source>
        <translation>%1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 has shape [%2], expected [%3]</source>
        <translation>%1 的形状为 [%2]，应为 [%3]</translation>
    </message>
    <message>
        <source>%1 of the reference changes shape in float64</source>
        <translation>参考的%1在 float64 下形状改变</translation>
    </message>
    <message>
        <source>the reference handed over no complete effects</source>
        <translation>参考未交出完整的副作用</translation>
    </message>
    <message>
        <source>the reference handed over no complete outputs</source>
        <translation>参考未交出完整的输出</translation>
    </message>
    <message>
        <source>the reference&apos;s exact output has another dtype</source>
        <translation>参考的精确输出类型不同</translation>
    </message>
    <message>
        <source>forward leaves %1 as it was, the reference changes it</source>
        <translation>forward 未改动 %1，而参考会改动它</translation>
    </message>
    <message>
        <source>forward changed %1, the reference does not</source>
        <translation>forward 改动了 %1，而参考不会</translation>
    </message>
    <message>
        <source>forward returned %1, expected %2</source>
        <translation>forward 返回%1，应为%2</translation>
    </message>
    <message>
        <source>forward launches no Triton kernel</source>
        <translation>forward 未启动任何 Triton 内核</translation>
    </message>
    <message>
        <source>no kernel stores into what forward returns</source>
        <translation>没有内核写入 forward 返回的内容</translation>
    </message>
    <message>
        <source>the launched kernels store nothing</source>
        <translation>启动的内核什么也没写</translation>
    </message>
    <message>
        <source>the outputs cannot be read: %1</source>
        <translation>无法读取输出：%1</translation>
    </message>
    <message>
        <source>output %1 is not a dense tensor</source>
        <translation>输出 %1 不是稠密张量</translation>
    </message>
    <message>
        <source>output %1 is a view whose elements share memory, not a tensor of its own</source>
        <translation>输出 %1 是元素共享内存的视图，而不是独立张量</translation>
    </message>
    <message>
        <source>output %1 is a %2, not a plain tensor</source>
        <translation>输出 %1 是 %2，不是普通张量</translation>
    </message>
    <message>
        <source>forward returned a %1, not a tensor</source>
        <translation>forward 返回了 %1，不是张量</translation>
    </message>
    <message>
        <source>the grid of %1 must hold one to three sizes, got %2</source>
        <translation>%1 的网格须有一到三个尺寸，实际为 %2</translation>
    </message>
    <message>
        <source>the grid of %1 must be a tuple of 1 to 3 integers, got %2</source>
        <translation>%1 的网格须为 1 到 3 个整数的元组，实际为 %2</translation>
    </message>
    <message>
        <source>the grid of %1 must hold integers, got %2</source>
        <translation>%1 的网格须为整数，实际为 %2</translation>
    </message>
    <message>
        <source>a %1 cannot be passed to a kernel</source>
        <translation>%1 不能传给内核</translation>
    </message>
    <message>
        <source>the source has %L1 bytes; at most %L2 are accepted</source>
        <translation>源代码有 %L1 字节；最多接受 %L2</translation>
    </message>
    <message>
        <source>the source has %L1 bytes, at most %L2 are judged</source>
        <translation>源代码有 %L1 字节，最多判定 %L2</translation>
    </message>
    <message>
        <source>byte %1 is not UTF-8: %2</source>
        <translation>字节 %1 不是 UTF-8：%2</translation>
    </message>
    <message>
        <source>the coding line is not usable: %1</source>
        <translation>编码声明行不可用：%1</translation>
    </message>
    <message>
        <source>the coding line asks for %1; use UTF-8</source>
        <translation>编码声明行要求 %1；请使用 UTF-8</translation>
    </message>
    <message>
        <source>the source is empty</source>
        <translation>源代码为空</translation>
    </message>
    <message>
        <source>there is no candidate source</source>
        <translation>没有候选内核的源代码</translation>
    </message>
    <message>
        <source>the source is nested too deeply to parse</source>
        <translation>源代码嵌套过深，无法解析</translation>
    </message>
    <message>
        <source>the source is nested too deeply to read</source>
        <translation>源代码嵌套过深，无法读取</translation>
    </message>
    <message>
        <source>relative imports have nothing to import from</source>
        <translation>相对导入没有可导入的来源</translation>
    </message>
    <message>
        <source>a candidate may not import %1; torch, triton, numpy and the plain part of the standard library are there</source>
        <translation>候选内核不得导入 %1；可用 torch、triton、numpy 和标准库的普通部分</translation>
    </message>
    <message>
        <source>a candidate may not call %1</source>
        <translation>候选内核不得调用 %1</translation>
    </message>
    <message>
        <source>the source defines no class %1</source>
        <translation>源代码未定义类 %1</translation>
    </message>
    <message>
        <source>the source has no function under @triton.jit</source>
        <translation>源代码中没有 @triton.jit 函数</translation>
    </message>
    <message>
        <source>the candidate called sys.exit(%1)</source>
        <translation>候选内核调用了 sys.exit(%1)</translation>
    </message>
    <message>
        <source>The completion ended at the length limit before its code block was closed.</source>
        <translation>回答在代码块闭合之前达到长度上限。</translation>
    </message>
    <message>
        <source>The completion holds no complete Python block.</source>
        <translation>回答中没有完整的 Python 代码块。</translation>
    </message>
    <message>
        <source>PyTorch computes in forward: %1; the kernels must do all the compute</source>
        <translation>PyTorch 在 forward 中计算：%1；所有计算须由内核完成</translation>
    </message>
    <message>
        <source>%1 takes values to the host; the kernels must do all the compute</source>
        <translation>%1 将数值取到主机；所有计算须由内核完成</translation>
    </message>
    <message>
        <source>the host sends numbers that change with the values of the inputs; the kernels must do all the compute</source>
        <translation>主机发送随输入数值变化的数字；所有计算须由内核完成</translation>
    </message>
    <message>
        <source>the host uploads more than 64 MiB</source>
        <translation>主机上传超过 64 MiB</translation>
    </message>
    <message>
        <source>the operator %1 does not run on the device</source>
        <translation>算子 %1 不在设备上运行</translation>
    </message>
    <message>
        <source>an operator returned a %1</source>
        <translation>算子返回了 %1</translation>
    </message>
    <message>
        <source>%1 takes a number for %2, not a tensor</source>
        <translation>%1 的 %2 应为数字，而不是张量</translation>
    </message>
    <message>
        <source>an argument of type %1 cannot be passed on</source>
        <translation>无法传递类型为 %1 的参数</translation>
    </message>
    <message>
        <source>an argument of type %1 does not reach the device</source>
        <translation>类型为 %1 的参数无法到达设备</translation>
    </message>
    <message>
        <source>an argument is nested too deeply</source>
        <translation>参数嵌套过深</translation>
    </message>
    <message>
        <source>the interpreter cannot run this: %1</source>
        <translation>解释器无法运行：%1</translation>
    </message>
    <message>
        <source>%1 is launched over %L2 programs, too many for the interpreter</source>
        <translation>%1 在 %L2 个程序上启动，对解释器过多</translation>
    </message>
    <message>
        <source>libdevice.%1 is known to the GPU only</source>
        <translation>libdevice.%1 只有 GPU 支持</translation>
    </message>
    <message>
        <source>the device function %1</source>
        <translation>设备函数 %1</translation>
    </message>
    <message>
        <source>an atomic operation on bfloat16</source>
        <translation>bfloat16 上的原子操作</translation>
    </message>
    <message>
        <source>a loop with a step that is not positive, which on a GPU does not end</source>
        <translation>步长非正的循环，在 GPU 上不会结束</translation>
    </message>
    <message>
        <source>a program waits for what another one stores, and here they run one after another</source>
        <translation>一个程序等待另一个写入，而这里它们依次运行</translation>
    </message>
    <message>
        <source>%1 outside of memory: %L2 of %L3 active lanes, first at %4</source>
        <translation>%1 越出内存：%L3 条活动通道中的 %L2 条，首个在 %4</translation>
    </message>
    <message>
        <source>element %L1 of %2, which has %L3</source>
        <translation>%2 的元素 %L1，而它只有 %L3 个</translation>
    </message>
    <message>
        <source>%1 through a pointer in a launch without tensors</source>
        <translation>在没有张量的启动中通过指针 %1</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which another program of the launch stores; on a GPU, which comes first is chance</source>
        <translation>一个程序读取 %2 的元素 %L1，而同一次启动的另一个程序写入它；在 GPU 上谁先谁后是随机的</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which another of its threads has stored; without tl.debug_barrier() in between, which comes first is chance</source>
        <translation>一个程序读取 %2 的元素 %L1，而它的另一线程写入过；其间没有 tl.debug_barrier()，谁先谁后是随机的</translation>
    </message>
    <message>
        <source>a program stores what depends on a value that it has loaded after storing it in a block of fewer elements than it has threads; without tl.debug_barrier() in between, all threads but the storing ones may have loaded an older value</source>
        <translation>一个程序写入的内容取决于它在元素少于线程数的块中先写后读的值；其间没有 tl.debug_barrier()，除写入线程外的线程可能读到旧值</translation>
    </message>
    <message>
        <source>several programs store different values into element %L1 of %2; on a GPU, which one stays is chance</source>
        <translation>多个程序向 %2 的元素 %L1 写入不同的值；在 GPU 上保留哪个是随机的</translation>
    </message>
    <message>
        <source>needs %L1 %2, sm_90 has %L3</source>
        <translation>需要 %L1 %2，sm_90 有 %L3</translation>
    </message>
    <message>
        <source>compiling it needs more memory than it may use</source>
        <translation>编译所需内存超出允许</translation>
    </message>
    <message>
        <source>forward launches over %L1 kinds of kernels</source>
        <translation>forward 启动了超过 %L1 种内核</translation>
    </message>
    <message>
        <source>too many kernels</source>
        <translation>内核过多</translation>
    </message>
    <message>
        <source>torch finds no usable GPU here: %1</source>
        <translation>torch 在此未找到可用的 GPU：%1</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU here</source>
        <translation>此处没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>device cuda was asked for, but there is no NVIDIA GPU here</source>
        <translation>要求使用 cuda 设备，但此处没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>unknown device &quot;%1&quot;: expected auto, cpu or cuda[:N]</source>
        <translation>未知设备“%1”：应为 auto、cpu 或 cuda[:N]</translation>
    </message>
    <message>
        <source>device cpu was asked for</source>
        <translation>要求使用 cpu 设备</translation>
    </message>
    <message>
        <source>the GPU&apos;s events gave no time</source>
        <translation>GPU 事件未给出时间</translation>
    </message>
    <message>
        <source>not run: %1</source>
        <translation>未运行：%1</translation>
    </message>
    <message>
        <source>compute-sanitizer did not end</source>
        <translation>compute-sanitizer 未结束</translation>
    </message>
    <message>
        <source>compute-sanitizer is missing; install the CUDA toolkit, or set NEREID_COMPUTE_SANITIZER</source>
        <translation>缺少 compute-sanitizer；请安装 CUDA 工具包，或设置 NEREID_COMPUTE_SANITIZER</translation>
    </message>
    <message>
        <source>the reference has no inputs to judge with</source>
        <translation>参考没有可用于判定的输入</translation>
    </message>
    <message>
        <source>the reference defines no %1</source>
        <translation>参考未定义 %1</translation>
    </message>
    <message>
        <source>get_inputs() must return a list</source>
        <translation>get_inputs() 必须返回列表</translation>
    </message>
    <message>
        <source>the reference needs more memory than it may use</source>
        <translation>参考所需内存超出允许</translation>
    </message>
    <message>
        <source>the reference took more than %L1 s</source>
        <translation>参考耗时超过 %L1 s</translation>
    </message>
    <message>
        <source>the reference needs more than %L1 MB</source>
        <translation>参考需要超过 %L1 MB</translation>
    </message>
    <message>
        <source>the reference host keeps dying</source>
        <translation>参考的宿主进程反复退出</translation>
    </message>
    <message>
        <source>the reference&apos;s process %1</source>
        <translation>参考的进程%1</translation>
    </message>
    <message>
        <source>the reference called sys.exit</source>
        <translation>参考调用了 sys.exit</translation>
    </message>
    <message>
        <source>the reference told no steps</source>
        <translation>参考未给出步骤</translation>
    </message>
    <message>
        <source>an output of %1 cannot be judged</source>
        <translation>无法判定类型为 %1 的输出</translation>
    </message>
    <message>
        <source>an output of type %1 cannot be judged</source>
        <translation>无法判定类型为 %1 的输出</translation>
    </message>
    <message>
        <source>it took more than %L1 s</source>
        <translation>耗时超过 %L1 s</translation>
    </message>
    <message>
        <source>it needs more than %L1 MB</source>
        <translation>需要超过 %L1 MB</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>内核 %1</translation>
    </message>
    <message>
        <source>%1: its checkpoints were made with other settings (%2); resume without them, or start a new run with --out</source>
        <translation>%1：其检查点是用其他设置生成的（%2）；请不带这些设置继续，或用 --out 开始新的运行</translation>
    </message>
    <message>
        <source>%1: all of its tasks are held out; lower tasks.validation_share and tasks.test_share</source>
        <translation>%1：其中的任务全部被保留；请降低 tasks.validation_share 和 tasks.test_share</translation>
    </message>
    <message>
        <source>%1: evaluate.every asks for validation, but none of its tasks is held out for it; raise tasks.validation_share, or set evaluate.every to 0</source>
        <translation>%1：evaluate.every 要求验证，但没有任务为此保留；请提高 tasks.validation_share，或将 evaluate.every 设为 0</translation>
    </message>
    <message>
        <source>%1: the adapter in %2 has %3, the settings say %4; set %5=%6, or start from the base model</source>
        <translation>%1：%2 中的适配器为 %3，而设置为 %4；请设 %5=%6，或从基础模型开始</translation>
    </message>
    <message>
        <source>%1: the chat template cannot be read: %2. Copy the file again from the model&apos;s origin</source>
        <translation>%1：无法读取对话模板：%2。请从模型来源重新复制该文件</translation>
    </message>
    <message>
        <source>%1: the chat template refuses a plain question: %2</source>
        <translation>%1：对话模板拒绝了一个普通问题：%2</translation>
    </message>
    <message>
        <source>%1 of %2 candidates could not be judged (%3) and count nowhere: %4</source>
        <translation>%2 个候选中有 %1 个无法评判（%3），不计入任何统计：%4</translation>
    </message>
    <message>
        <source>The completion holds several complete Python blocks; by the strict reading one is the answer.</source>
        <translation>回答含有多个完整的 Python 代码块；按严格规则，只能有一个代码块作为回答。</translation>
    </message>
    <message>
        <source>%1 outside of memory, first at %2</source>
        <translation>%1 越出内存，首先在 %2</translation>
    </message>
    <message>
        <source>an access to memory in a launch without tensors</source>
        <translation>没有张量的启动访问了内存</translation>
    </message>
    <message>
        <source>an address of %1 that is no multiple of %L2 bytes</source>
        <translation>%1 的地址不是 %L2 字节的倍数</translation>
    </message>
    <message>
        <source>a descriptor&apos;s address and strides are multiples of 16 bytes, and its last stride is 1</source>
        <translation>描述符的地址和步长须为 16 字节的倍数，最后一个步长须为 1</translation>
    </message>
    <message>
        <source>the assertion &quot;%1&quot; failed</source>
        <translation>断言“%1”不成立</translation>
    </message>
    <message>
        <source>the step of a loop is %1</source>
        <translation>循环的步长为 %1</translation>
    </message>
    <message>
        <source>index %L1 of a tensor of %L2 along its axis</source>
        <translation>沿该轴有 %L2 个元素的张量的索引 %L1</translation>
    </message>
    <message>
        <source>the launch has run %L1 operations</source>
        <translation>该启动已执行 %L1 个操作</translation>
    </message>
    <message>
        <source>every program waits for another one</source>
        <translation>每个程序都在等待另一个程序</translation>
    </message>
    <message>
        <source>an atomic operation changes element %L1 of %2, which another program of the launch stores; on a GPU, which comes first is chance</source>
        <translation>原子操作修改了 %2 的第 %L1 个元素，而同一启动的另一个程序写入该元素；在 GPU 上先后顺序是偶然的</translation>
    </message>
    <message>
        <source>several threads of a program store different values into element %L1 of %2; without tl.debug_barrier() in between, which one stays is chance</source>
        <translation>一个程序的多个线程向 %2 的第 %L1 个元素写入不同的值；其间没有 tl.debug_barrier()，留下哪个值是偶然的</translation>
    </message>
    <message>
        <source>a program stores element %L1 of %2, which another of its threads may still have to load; without tl.debug_barrier() in between, which comes first is chance</source>
        <translation>程序写入 %2 的第 %L1 个元素，而它的另一个线程可能尚未读取该元素；其间没有 tl.debug_barrier()，先后顺序是偶然的</translation>
    </message>
    <message>
        <source>a program stores what depends on element %L1 of %2, which it has loaded after storing it in a block of fewer elements than it has threads; without tl.debug_barrier() in between, all threads but the storing ones may have loaded an older value</source>
        <translation>程序写入的内容依赖于 %2 的第 %L1 个元素，而该元素是在以少于线程数的块写入之后读取的；其间没有 tl.debug_barrier()，除写入线程外的所有线程都可能读到旧值</translation>
    </message>
    <message>
        <source>the kernel machine cannot run this: %1</source>
        <translation>内核机无法运行此内容：%1</translation>
    </message>
    <message>
        <source>%1 is launched over %L2 programs, too many for the kernel machine</source>
        <translation>%1 在 %L2 个程序上启动，对内核机来说太多</translation>
    </message>
    <message>
        <source>the texts of the kernels take too much memory</source>
        <translation>内核文本占用的内存过多</translation>
    </message>
    <message>
        <source>none or a number of at least %1</source>
        <translation>none 或不小于 %1 的数</translation>
    </message>
    <message>
        <source>none where %1 is none (a tolerance needs both)</source>
        <translation>%1 为 none 时须为 none（公差需要两者）</translation>
    </message>
    <message>
        <source>the device cannot run this: %1</source>
        <translation>设备无法运行此内容：%1</translation>
    </message>
    <message>
        <source>%L1 elements of inputs and parameters are too many for every variant; others were chosen by the seed</source>
        <translation>输入和参数共 %L1 个元素，无法运行每个变体；种子选择了其他变体</translation>
    </message>
    <message>
        <source>rows of every kind beside each other: %1</source>
        <translation>各种行并排：%1</translation>
    </message>
    <message>
        <source>the values of every input keep a promise</source>
        <translation>每个输入的数值都遵守某种约定</translation>
    </message>
    <message>
        <source>a handful of values, most of them equal</source>
        <translation>少数几个值，大多相等</translation>
    </message>
    <message>
        <source>no answer is the index of one of several equal values</source>
        <translation>没有答案是若干相等值之一的索引</translation>
    </message>
    <message>
        <source>inputs of another layout: %1</source>
        <translation>其他布局的输入：%1</translation>
    </message>
    <message>
        <source>no input is a tensor</source>
        <translation>没有输入是张量</translation>
    </message>
    <message>
        <source>no input is a floating tensor of more than one element</source>
        <translation>没有输入是多于一个元素的浮点张量</translation>
    </message>
    <message>
        <source>%1; inputs %2</source>
        <translation>%1；输入 %2</translation>
    </message>
    <message>
        <source>refused with inputs %1: %2</source>
        <translation>以输入 %1 被拒绝：%2</translation>
    </message>
    <message>
        <source>not finished within %L1 s of processor time</source>
        <translation>处理器时间 %L1 s 内未完成</translation>
    </message>
    <message>
        <source>the inputs before it took all the time that there is</source>
        <translation>之前的输入用尽了全部时间</translation>
    </message>
    <message>
        <source>not finished within %L1 s of processor time, and there are no smaller sizes: %2</source>
        <translation>处理器时间 %L1 s 内未完成，且没有更小的尺寸：%2</translation>
    </message>
    <message>
        <source>not finished within %L1 s of processor time, on smaller sizes either</source>
        <translation>处理器时间 %L1 s 内未完成，在更小的尺寸上也是如此</translation>
    </message>
    <message>
        <source>kept from running by a busy machine</source>
        <translation>因机器繁忙而无法运行</translation>
    </message>
    <message>
        <source>pause asked for by %1, process %L2</source>
        <translation>%1 要求暂停，进程 %L2</translation>
    </message>
    <message>
        <source>resume asked for by %1, process %L2</source>
        <translation>%1 要求恢复，进程 %L2</translation>
    </message>
    <message>
        <source>stop asked for by %1, process %L2</source>
        <translation>%1 要求停止，进程 %L2</translation>
    </message>
    <message>
        <source>%1: no process of this machine writes this run; continue it with &quot;nereid train --resume&quot;</source>
        <translation>%1：本机没有进程在写入此运行；用“nereid train --resume”继续</translation>
    </message>
    <message>
        <source>%1: this run belongs to another user, who alone may control it</source>
        <translation>%1：此运行属于另一用户，只有其本人可以控制</translation>
    </message>
    <message>
        <source>%1: the process that writes this run takes no commands; end it with Ctrl+C, or with kill, where it was started</source>
        <translation>%1：写入此运行的进程不接受命令；请在启动它的地方用 Ctrl+C 或 kill 结束</translation>
    </message>
    <message>
        <source>no process there takes commands for this run; it may have ended</source>
        <translation>那里没有进程接受此运行的命令；它可能已结束</translation>
    </message>
    <message>
        <source>this run can be controlled by its own process alone: %1</source>
        <translation>此运行只能由其自身进程控制：%1</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>%1 is not defined</source>
        <translation>%1 未定义</translation>
    </message>
    <message>
        <source>the launched kernel is not defined</source>
        <translation>所启动的内核未定义</translation>
    </message>
    <message>
        <source>the kernel is called without %1</source>
        <translation>调用内核时缺少 %1</translation>
    </message>
    <message>
        <source>%1 is called without %2</source>
        <translation>调用 %1 时缺少 %2</translation>
    </message>
    <message>
        <source>%1 has no attribute %2</source>
        <translation>%1 没有属性 %2</translation>
    </message>
    <message>
        <source>%1 outside of memory</source>
        <translation>内存越界：%1</translation>
    </message>
    <message>
        <source>NaN where a number is expected: %1</source>
        <translation>应为数值却得到 NaN：%1</translation>
    </message>
    <message>
        <source>NaN where infinity is expected: %1</source>
        <translation>应为无穷却得到 NaN：%1</translation>
    </message>
    <message>
        <source>a value where NaN is expected: %1</source>
        <translation>应为 NaN 却得到数值：%1</translation>
    </message>
    <message>
        <source>infinity where a number is expected: %1</source>
        <translation>应为数值却得到无穷：%1</translation>
    </message>
    <message>
        <source>infinity of the wrong sign: %1</source>
        <translation>无穷的符号错误：%1</translation>
    </message>
    <message>
        <source>a number where infinity is expected: %1</source>
        <translation>应为无穷却得到数值：%1</translation>
    </message>
    <message>
        <source>cut off at the length limit</source>
        <translation>达到长度上限而被截断</translation>
    </message>
    <message>
        <source>a program loads %1, which another program of the launch stores</source>
        <translation>一个程序读取 %1，而同一次启动的另一个程序写入它</translation>
    </message>
    <message>
        <source>a program loads %1, which another of its threads has stored</source>
        <translation>一个程序读取 %1，而它的另一个线程写入过它</translation>
    </message>
    <message>
        <source>several programs store different values into %1</source>
        <translation>多个程序向 %1 写入不同的值</translation>
    </message>
    <message>
        <source>several threads of a program store different values into %1</source>
        <translation>一个程序的多个线程向 %1 写入不同的值</translation>
    </message>
    <message>
        <source>an atomic operation changes %1, which another program of the launch stores</source>
        <translation>一个原子操作修改 %1，而同一次启动的另一个程序写入它</translation>
    </message>
    <message>
        <source>a program stores %1, which another of its threads may still have to load</source>
        <translation>一个程序写入 %1，而它的另一个线程可能还要读取它</translation>
    </message>
    <message>
        <source>the host passes addresses of tensors in a tensor; what a kernel reaches by them nobody would see on a GPU</source>
        <translation>主机在张量中传递张量地址；在 GPU 上无人能看到内核借此访问了什么</translation>
    </message>
    <message>
        <source>waits without working</source>
        <translation>在等待而不工作</translation>
    </message>
    <message>
        <source>stopping after step %L1 at the latest, with a checkpoint</source>
        <translation>最迟在第 %L1 步后停止，并保存检查点</translation>
    </message>
    <message>
        <source>the rollout of step %L1 was given up</source>
        <translation>已放弃第 %L1 步的采样</translation>
    </message>
    <message>
        <source>the inputs of %1, one element</source>
        <translation>%1 的输入，一个元素</translation>
    </message>
    <message>
        <source>the inputs of %1, few elements</source>
        <translation>%1 的输入，少数元素</translation>
    </message>
    <message>
        <source>the inputs of %1, one element of input %2</source>
        <translation>%1 的输入，输入 %2 的一个元素</translation>
    </message>
    <message>
        <source>the inputs of %1, few elements of input %2</source>
        <translation>%1 的输入，输入 %2 的少数元素</translation>
    </message>
    <message>
        <source>the inputs of %1, two elements of input %2 swapped</source>
        <translation>%1 的输入，输入 %2 的两个元素互换</translation>
    </message>
    <message>
        <source>the inputs of %1, input %2 of the other sign</source>
        <translation>%1 的输入，输入 %2 取相反符号</translation>
    </message>
    <message>
        <source>the inputs are large: one such change tells enough</source>
        <translation>输入很大：一次这样的改动已足够</translation>
    </message>
    <message>
        <source>the reference writes one element several times there, and which value stays is chance</source>
        <translation>参考实现在此多次写入同一元素，留下哪个值是随机的</translation>
    </message>
    <message>
        <source>a model that has not been called before is right: forward keeps something of another call</source>
        <translation>未被调用过的模型是正确的：forward 保留了另一次调用的内容</translation>
    </message>
    <message>
        <source>eval mode with gradients: running statistics, nothing dropped, no other branch</source>
        <translation>带梯度的 eval 模式：运行统计，无丢弃，无其他分支</translation>
    </message>
    <message>
        <source>own sizes scaled: %1</source>
        <translation>自身尺寸缩放：%1</translation>
    </message>
    <message>
        <source>the candidate refuses no other sizes</source>
        <translation>候选不拒绝其他尺寸</translation>
    </message>
    <message>
        <source>the largest size halved and doubled are refused</source>
        <translation>最大尺寸减半和加倍均被拒绝</translation>
    </message>
    <message>
        <source>the reference accepts none of its own sizes halved, doubled or uneven that is still cheap</source>
        <translation>参考实现不接受任何开销仍小的减半、加倍或奇数的自身尺寸</translation>
    </message>
    <message>
        <source>input %1 all zero, compared coarsely</source>
        <translation>输入 %1 全为零，粗略比较</translation>
    </message>
    <message>
        <source>rows of one number each, far from zero, compared coarsely</source>
        <translation>每行为同一个远离零的数，粗略比较</translation>
    </message>
    <message>
        <source>no input is floating point and free to have equal rows</source>
        <translation>没有可取等值行的浮点输入</translation>
    </message>
    <message>
        <source>the task&apos;s own answers are not finite</source>
        <translation>任务自身的结果不是有限值</translation>
    </message>
    <message>
        <source>an answer is no floating number</source>
        <translation>某个结果不是浮点数</translation>
    </message>
    <message>
        <source>a rejected candidate is not asked for it</source>
        <translation>不再要求已被拒绝的候选</translation>
    </message>
    <message>
        <source>sizes of one or none grown: %1</source>
        <translation>尺寸一或零增大：%1</translation>
    </message>
    <message>
        <source>no size is one or none</source>
        <translation>没有尺寸为一或零</translation>
    </message>
    <message>
        <source>the reference accepts no more than one, or reads no more</source>
        <translation>参考不接受大于一的尺寸，或不读取更多</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which it has stored shortly before in the same loop; the compiler pipelines that loop, so that its loads come before stores of earlier iterations</source>
        <translation>一个程序读取 %2 的元素 %L1，而它不久前在同一循环中写入过；编译器对该循环做软件流水线，因此它的读取先于之前各次迭代的写入</translation>
    </message>
    <message>
        <source>lists of %1: %2</source>
        <translation>长度为 %1 的列表：%2</translation>
    </message>
    <message>
        <source>the reference takes no lists of another length, or they change nothing</source>
        <translation>参考不接受其他长度的列表，或它们不改变任何东西</translation>
    </message>
    <message>
        <source>forward returned %1, where %2 is expected</source>
        <translation>forward 返回%1，此处应为%2</translation>
    </message>
    <message>
        <source>the candidate&apos;s model is no torch.nn.Module, the reference&apos;s is one</source>
        <translation>候选的模型不是 torch.nn.Module，而参考的模型是</translation>
    </message>
    <message>
        <source>output %1 is computed by torch or the host, and no kernel stores any of it; the kernels must do all the compute</source>
        <translation>输出 %1 由 torch 或主机计算，没有内核写入其中任何部分；所有计算须由内核完成</translation>
    </message>
    <message>
        <source>torch fills elements of output %1 that kernels have stored; the kernels must do all the compute</source>
        <translation>torch 覆盖了内核已写入的输出 %1 的元素；所有计算须由内核完成</translation>
    </message>
    <message>
        <source>a program loads element %L1 of %2, which the launch has stored, one of both by a tensor descriptor and the other one by pointers; nothing orders these two ways into memory before the launch ends</source>
        <translation>一个程序读取 %2 的元素 %L1，而本次启动写入过它，二者之一经由张量描述符，另一个经由指针；在启动结束之前，这两条访存途径之间没有先后次序</translation>
    </message>
    <message>
        <source>floating values of %1 as %2</source>
        <translation>浮点值由 %1 换成 %2</translation>
    </message>
    <message>
        <source>floating inputs are of several dtypes</source>
        <translation>浮点输入有多种类型</translation>
    </message>
    <message>
        <source>a task in %1 has no third dtype</source>
        <translation>%1 的任务没有第三种类型</translation>
    </message>
    <message>
        <source>whole numbers of the other width: %1</source>
        <translation>另一种位宽的整数：%1</translation>
    </message>
    <message>
        <source>no input is of whole numbers of 32 or 64 bits</source>
        <translation>没有输入是 32 或 64 位整数</translation>
    </message>
    <message>
        <source>the reference takes whole numbers of this width alone</source>
        <translation>参考只接受这种位宽的整数</translation>
    </message>
    <message>
        <source>another way of the reference: %1</source>
        <translation>参考的另一条路：%1</translation>
    </message>
    <message>
        <source>the reference compares no numbers in Python</source>
        <translation>参考在 Python 中不比较任何数</translation>
    </message>
    <message>
        <source>other inputs have had both outcomes of what the reference compares in Python</source>
        <translation>其他输入已得到参考在 Python 中比较的两种结果</translation>
    </message>
    <message>
        <source>no other sizes, numbers and values were found with which the reference goes another way</source>
        <translation>没有找到使参考走另一条路的其他尺寸、数和值</translation>
    </message>
    <message>
        <source>values far below limits, those of the task times %1</source>
        <translation>远低于界限的值，任务的值乘以 %1</translation>
    </message>
    <message>
        <source>calls after the first change their inputs</source>
        <translation>首次之后的调用更改了其输入</translation>
    </message>
    <message>
        <source>sizes that are all the same: %1</source>
        <translation>全部相同的尺寸：%1</translation>
    </message>
    <message>
        <source>the reference takes no sizes that are all the same</source>
        <translation>参考实现不接受全部相同的尺寸</translation>
    </message>
    <message>
        <source>the reference has no weights</source>
        <translation>参考实现没有权重</translation>
    </message>
    <message>
        <source>the seed draws no weights that are learnt</source>
        <translation>该种子不生成可学习的权重</translation>
    </message>
    <message>
        <source>weights that are no longer what they were at their start: %1</source>
        <translation>不再是初始状态的权重：%1</translation>
    </message>
    <message>
        <source>inputs that do not fit each other: the reference cuts off what they say there is</source>
        <translation>彼此不匹配的输入：参考实现截掉了输入所声明的部分</translation>
    </message>
    <message>
        <source>which of several equal values PyTorch takes decides the answer</source>
        <translation>PyTorch 在若干相等值中取哪一个决定了答案</translation>
    </message>
    <message>
        <source>the reference needs real values</source>
        <translation>参考实现需要真实的数值</translation>
    </message>
    <message>
        <source>a constructor would make too many weights</source>
        <translation>构造函数会创建过多的权重</translation>
    </message>
    <message>
        <source>integers of both signs, to the ends of their dtype</source>
        <translation>正负整数，直至其数据类型的两端</translation>
    </message>
    <message>
        <source>own sizes, %1</source>
        <translation>任务自身尺寸，%1</translation>
    </message>
    <message>
        <source>output %1 is memory of an argument, not a tensor of its own</source>
        <translation>输出 %1 是某个参数的内存，而不是自己的张量</translation>
    </message>
    <message>
        <source>%1, integers to the ends of their dtype</source>
        <translation>%1，整数直至其数据类型的两端</translation>
    </message>
    <message>
        <source>%1, integers large</source>
        <translation>%1，整数很大</translation>
    </message>
    <message>
        <source>the candidate packs its weights, or nobody has seen that it does not</source>
        <translation>候选程序打包了权重，或者没有证据表明它没有这样做</translation>
    </message>
    <message>
        <source>the answer comes near the largest number of its dtype</source>
        <translation>答案接近其数据类型的最大值</translation>
    </message>
    <message>
        <source>a kernel that no compiler takes: %1</source>
        <translation>没有编译器接受的内核：%1</translation>
    </message>
    <message>
        <source>no size that is cheap reaches the limit</source>
        <translation>没有代价较低的尺寸能达到该界限</translation>
    </message>
    <message>
        <source>sizes beyond what the reference compares places with: %1</source>
        <translation>超出参考实现用来比较位置的尺寸：%1</translation>
    </message>
    <message>
        <source>kernels store, load or multiply no more than %1% of what they do at smaller sizes, in proportion</source>
        <translation>按比例，内核存储、加载或相乘的量最多为较小尺寸时的 %1%</translation>
    </message>
    <message>
        <source>no kernel has a block of that length</source>
        <translation>没有内核具有该长度的块</translation>
    </message>
    <message>
        <source>several things at once: %1</source>
        <translation>同时改变多项：%1</translation>
    </message>
    <message>
        <source>nothing but sizes can be another one</source>
        <translation>除尺寸外没有可以改变的内容</translation>
    </message>
    <message>
        <source>the answer is next to nothing there, beside what adds up to it</source>
        <translation>与相加的各项相比，那里的结果几乎为零</translation>
    </message>
    <message>
        <source>far sizes, %1</source>
        <translation>远大的尺寸，%1</translation>
    </message>
    <message>
        <source>values beside what the kernels compare with</source>
        <translation>内核所比较数值附近的值</translation>
    </message>
    <message>
        <source>values times %1, beyond what the kernels compare with</source>
        <translation>值乘以 %1，超出内核所比较的数值</translation>
    </message>
    <message>
        <source>no input is free to reach what the kernels compare with</source>
        <translation>没有输入可以达到内核所比较的数值</translation>
    </message>
    <message>
        <source>the kernels compare with no number that was not reached</source>
        <translation>内核所比较的数值都已达到</translation>
    </message>
    <message>
        <source>values near an end of their range, most of the whole numbers the same</source>
        <translation>靠近范围一端的值，多数整数相同</translation>
    </message>
    <message>
        <source>most of the whole numbers the same</source>
        <translation>多数整数相同</translation>
    </message>
    <message>
        <source>values near an end of their range, inputs near each other</source>
        <translation>靠近范围一端的值，各输入彼此接近</translation>
    </message>
    <message>
        <source>inputs of which a sum is little</source>
        <translation>其和很小的输入</translation>
    </message>
    <message>
        <source>the handle of an earlier launch is for %1 now; launched by its name the kernel would be compiled anew</source>
        <translation>先前启动所得的句柄现在只适用于 %1；按名称启动时内核会重新编译</translation>
    </message>
    <message>
        <source>the kernel is given %1 twice</source>
        <translation>内核两次收到 %1</translation>
    </message>
    <message>
        <source>a kernel cannot define a function; write it outside, with @triton.jit</source>
        <translation>内核中不能定义函数；请把它写在外面，并加上 @triton.jit</translation>
    </message>
    <message>
        <source>a block cannot be indexed by element, only by None and `:`</source>
        <translation>块不能按元素索引，只能用 None 和 `:`</translation>
    </message>
    <message>
        <source>Triton&apos;s compiler ends with %1, without a word</source>
        <translation>Triton 的编译器以 %1 结束，没有任何说明</translation>
    </message>
    <message>
        <source>the configurations of an autotuner must be triton.Config, got %1</source>
        <translation>自动调优器的配置必须是 triton.Config，而不是 %1</translation>
    </message>
    <message>
        <source>%1 of kernel %2 is chosen by the autotuner and given by the launch, too; leave it out of one of them</source>
        <translation>内核 %2 的 %1 由自动调优器选择，启动时又给出；请去掉其中一处</translation>
    </message>
    <message>
        <source>get_inputs() must return a list, got %1</source>
        <translation>get_inputs() 必须返回列表，而不是 %1</translation>
    </message>
    <message>
        <source>get_init_inputs() returns None; it must return a list, empty where the constructor takes nothing</source>
        <translation>get_init_inputs() 返回 None；它必须返回列表，构造函数不需要参数时返回空列表</translation>
    </message>
    <message>
        <source>forward of the reference: %1</source>
        <translation>参考的 forward：%1</translation>
    </message>
    <message>
        <source>forward of the reference returns None; is its return missing?</source>
        <translation>参考的 forward 返回 None；是否缺少 return？</translation>
    </message>
    <message>
        <source>forward of the reference returns no tensor, but %1</source>
        <translation>参考的 forward 返回的不是张量，而是 %1</translation>
    </message>
    <message>
        <source>an atomic operation of scope cta changes element %L1 of %2, which another program of the launch changes; such operations exclude those of their own program alone</source>
        <translation>scope 为 cta 的原子操作修改 %2 的第 %L1 个元素，而本次启动的另一个程序也修改它；这类操作只排斥自身程序的操作</translation>
    </message>
    <message>
        <source>the only element, error %L1 against a bound of %L2</source>
        <translation>唯一的元素，误差 %L1，界限 %L2</translation>
    </message>
    <message>
        <source>the only element differs in being NaN or infinite: %L1 where %L2 is expected</source>
        <translation>唯一的元素在 NaN 或无穷上不一致：实际 %L1，应为 %L2</translation>
    </message>
    <message>
        <source>the only element: %L1 where %L2 is expected</source>
        <translation>唯一的元素：实际 %L1，应为 %L2</translation>
    </message>
    <message>
        <source>something is kept of the first call of a process, which had %1</source>
        <translation>保留了进程首次调用的内容，该次调用的输入为 %1</translation>
    </message>
    <message>
        <source>another model was made and called before, and something of that is kept</source>
        <translation>此前创建并调用了另一个模型，并保留了其内容</translation>
    </message>
    <message>
        <source>another model was made and called in between, and something of that is kept</source>
        <translation>其间创建并调用了另一个模型，并保留了其内容</translation>
    </message>
    <message>
        <source>%L1 of %L2 elements, first at [%3]: cut off, not rounded</source>
        <translation>%L2 个元素中的 %L1 个，首个在 [%3]：被截断而未舍入</translation>
    </message>
    <message>
        <source>forward is given no list of tensors or numbers</source>
        <translation>forward 没有得到张量或数的列表</translation>
    </message>
    <message>
        <source>forward is given no list of tensors that may be of other sizes</source>
        <translation>forward 没有得到可以有其他大小的张量列表</translation>
    </message>
    <message>
        <source>a list of tensors with sizes of their own along axis %1</source>
        <translation>沿轴 %1 大小各不相同的张量列表</translation>
    </message>
    <message>
        <source>forward is given no number that may be infinite</source>
        <translation>forward 没有得到可以为无穷大的数</translation>
    </message>
    <message>
        <source>an infinite number: %1</source>
        <translation>一个无穷大的数：%1</translation>
    </message>
    <message>
        <source>forward is given nothing that may be left out</source>
        <translation>forward 没有得到可以省略的参数</translation>
    </message>
    <message>
        <source>argument %1 left out</source>
        <translation>省略参数 %1</translation>
    </message>
    <message>
        <source>some parts are empty</source>
        <translation>一些部分为空</translation>
    </message>
    <message>
        <source>no whole numbers say how long parts are</source>
        <translation>没有整数说明各部分有多长</translation>
    </message>
    <message>
        <source>no input keeps a promise that is known</source>
        <translation>没有输入带有已知的约定</translation>
    </message>
    <message>
        <source>without what all values of the task have in common: %1</source>
        <translation>不带任务所有取值的共同点：%1</translation>
    </message>
    <message>
        <source>a size of none: %1 -&gt; 0</source>
        <translation>大小为零：%1 -&gt; 0</translation>
    </message>
    <message>
        <source>the reference takes no size of none</source>
        <translation>参考不接受大小为零</translation>
    </message>
    <message>
        <source>get_inputs has another number: %1 -&gt; %2</source>
        <translation>get_inputs 用另一个数：%1 -&gt; %2</translation>
    </message>
    <message>
        <source>get_inputs has no further number that may be larger</source>
        <translation>get_inputs 没有其他可以更大的数</translation>
    </message>
    <message>
        <source>whole blocks of %1 along all axes, of each another number: %2</source>
        <translation>沿所有轴都是 %1 的整块，各轴块数不同：%2</translation>
    </message>
    <message>
        <source>the reference accepts no whole blocks along all axes that are still cheap</source>
        <translation>参考不接受沿所有轴都是整块且仍然廉价的大小</translation>
    </message>
    <message>
        <source>the candidate has no kernels of another kind for larger sizes</source>
        <translation>候选对更大的大小没有另一种内核</translation>
    </message>
    <message>
        <source>no sizes that the reference lets change</source>
        <translation>没有参考允许改变的大小</translation>
    </message>
    <message>
        <source>forward is given no mixture of true and false</source>
        <translation>forward 没有同时得到真和假</translation>
    </message>
    <message>
        <source>the constructor is given %1 in place of %2</source>
        <translation>构造函数得到 %1 而不是 %2</translation>
    </message>
    <message>
        <source>the constructor is given nothing that may be another one</source>
        <translation>构造函数没有得到可以改变的参数</translation>
    </message>
    <message>
        <source>whole numbers of the answer come of what is no number on the way</source>
        <translation>答案中的整数来自中途不是数的值</translation>
    </message>
    <message>
        <source>whole numbers that the reference makes no use of have to do with what would be another one</source>
        <translation>参考实现不使用的整数与将会改变的内容有关</translation>
    </message>
    <message>
        <source>the constructor is given no two numbers, flags or texts that may be other ones</source>
        <translation>构造函数没有两个可以改成别的数字、开关或文本</translation>
    </message>
    <message>
        <source>the candidate takes no notice of what its constructor is given</source>
        <translation>候选不理会其构造函数得到的内容</translation>
    </message>
    <message>
        <source>weights have other sizes then</source>
        <translation>那样权重会有别的尺寸</translation>
    </message>
    <message>
        <source>the reference adds no small number</source>
        <translation>参考没有加任何小数</translation>
    </message>
    <message>
        <source>lines about as small as %1, their roots and squares</source>
        <translation>与 %1 及其平方根和平方差不多小的行</translation>
    </message>
    <message>
        <source>no input may hold other floating values</source>
        <translation>没有输入可以含别的浮点值</translation>
    </message>
    <message>
        <source>no output alone has kept an input from being judged</source>
        <translation>没有单个输出使某个输入未被判定</translation>
    </message>
    <message>
        <source>the reference takes no size one more than whole blocks, or that costs too much</source>
        <translation>参考不接受比整块多一的尺寸，或者代价太高</translation>
    </message>
    <message>
        <source>one more than whole blocks: %1</source>
        <translation>比整块多一：%1</translation>
    </message>
    <message>
        <source>the input that it follows is none</source>
        <translation>它所跟随的输入不存在</translation>
    </message>
    <message>
        <source>other values behind %1</source>
        <translation>输入 %1 之后的其他值</translation>
    </message>
    <message>
        <source>it costs too much, or a part is taken that is larger than the whole</source>
        <translation>代价太高，或者所取部分比整体还大</translation>
    </message>
    <message>
        <source>the candidate goes no way of its own for other arguments</source>
        <translation>候选在其他参数下没有走单独的路径</translation>
    </message>
    <message>
        <source>lists are longer or shorter there</source>
        <translation>那里的列表更长或更短</translation>
    </message>
    <message>
        <source>the reference takes no size beyond such blocks, or that costs too much</source>
        <translation>参考不接受超出这些块的大小，或代价过高</translation>
    </message>
    <message>
        <source>a size beyond blocks of %1: %2</source>
        <translation>一个大小超出 %1 的块：%2</translation>
    </message>
    <message>
        <source>forward is given %1 in place of %2</source>
        <translation>forward 得到 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the constructor is given %1 in place of %2, which makes other weights</source>
        <translation>构造函数得到 %1，而不是 %2，由此产生不同的权重</translation>
    </message>
    <message>
        <source>the constructor is given nothing that has a say beside another argument alone</source>
        <translation>构造函数没有只在另一参数改变时才起作用的参数</translation>
    </message>
    <message>
        <source>forward is given nothing that has a say beside another argument alone</source>
        <translation>forward 没有只在另一参数改变时才起作用的参数</translation>
    </message>
    <message>
        <source>the constructor is given nothing that changes what weights there are</source>
        <translation>构造函数没有会改变权重构成的参数</translation>
    </message>
    <message>
        <source>the task&apos;s own sizes are dear, or there are no others</source>
        <translation>任务自身的大小代价过高，或没有其他大小</translation>
    </message>
    <message>
        <source>a tensor that is given in place of nothing has the task&apos;s own sizes</source>
        <translation>代替空值给出的张量具有任务自身的大小</translation>
    </message>
    <message>
        <source>the reference accepts no whole blocks beside uneven sizes that are still cheap</source>
        <translation>参考不接受代价合适的、整块与奇数并存的大小</translation>
    </message>
    <message>
        <source>one size whole blocks of %1, the others uneven: %2</source>
        <translation>一个大小为 %1 的整块，其余为奇数：%2</translation>
    </message>
    <message>
        <source>a long size: %1, numbers of one sign</source>
        <translation>一个长的大小：%1，数值同号</translation>
    </message>
</context>
<context>
    <name>EpisodeFilter</name>
    <message>
        <source>name or id of the task</source>
        <translation>任务的名称或编号</translation>
    </message>
    <message>
        <source>why it was rejected</source>
        <translation>被拒原因</translation>
    </message>
    <message>
        <source>furthest stage passed</source>
        <translation>通过的最远阶段</translation>
    </message>
    <message>
        <source>stage that rejected it</source>
        <translation>拒绝它的阶段</translation>
    </message>
    <message>
        <source>its state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>flag of the verdict</source>
        <translation>判定的标记</translation>
    </message>
    <message>
        <source>level of the task</source>
        <translation>任务级别</translation>
    </message>
    <message>
        <source>step, &gt;60 or 10..20</source>
        <translation>步，&gt;60 或 10..20</translation>
    </message>
    <message>
        <source>reward, &gt;=0.5</source>
        <translation>奖励，&gt;=0.5</translation>
    </message>
    <message>
        <source>advantage in its group, &gt;0</source>
        <translation>组内优势，&gt;0</translation>
    </message>
    <message>
        <source>length of the completion</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>milliseconds to judge it</source>
        <translation>判定耗时（毫秒）</translation>
    </message>
    <message>
        <source>prompt within the step, from 0</source>
        <translation>步内提示序号，从 0 起</translation>
    </message>
    <message>
        <source>completion within the group, from 0</source>
        <translation>组内回答序号，从 0 起</translation>
    </message>
    <message>
        <source>has a bookmark</source>
        <translation>有书签</translation>
    </message>
    <message>
        <source>text of its note</source>
        <translation>备注文本</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a stage: none, static, compile, tiny, full or timing</source>
        <translation>“%1”不是阶段：none、static、compile、tiny、full 或 timing</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither yes nor no</source>
        <translation>“%1”既不是 yes 也不是 no</translation>
    </message>
    <message>
        <source>there is no key &quot;%1&quot;; did you mean %2?</source>
        <translation>没有键“%1”；是否指 %2？</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number, a comparison (&gt;60) or a range (10..20)</source>
        <translation>“%1”不是数字、比较（&gt;60）或范围（10..20）</translation>
    </message>
    <message>
        <source>&quot;is:%1&quot; is not known: is:accepted, is:rejected, is:bookmarked or is:shortcut</source>
        <translation>未知的“is:%1”：可用 is:accepted、is:rejected、is:bookmarked 或 is:shortcut</translation>
    </message>
    <message>
        <source>phase of the run; train without phases, evaluate</source>
        <translation>训练的阶段；不分阶段时为 train，评估为 evaluate</translation>
    </message>
    <message>
        <source>which of the answers that follow one another, from 1</source>
        <translation>依次给出的回答中的第几个，从 1 起</translation>
    </message>
</context>
<context>
    <name>ExampleRuns</name>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln episodes</source>
        <translation>
            <numerusform>%Ln 个回合</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln evaluations</source>
        <translation>
            <numerusform>%Ln 次评估</numerusform>
        </translation>
    </message>
    <message>
        <source>Beyond TritonRL: SFT, then best-of-N</source>
        <translation>Beyond TritonRL：先 SFT，再 best-of-N</translation>
    </message>
    <message>
        <source>Two phases in one run: imitation first, then the best answers to each task teach the next step.</source>
        <translation>一次训练两个阶段：先模仿，再由每个任务的最佳回答指导下一步。</translation>
    </message>
    <message>
        <source>Pocket model, GRPO</source>
        <translation>袖珍模型，GRPO</translation>
    </message>
    <message>
        <source>The built-in model learns for 38 steps: curves, funnel, rejected kernels and their evidence.</source>
        <translation>内置模型学习 38 步：曲线、漏斗、被拒内核及其证据。</translation>
    </message>
    <message>
        <source>TritonRL: plan and code paid apart</source>
        <translation>TritonRL：规划与代码分开奖励</translation>
    </message>
    <message>
        <source>Answers begin with a plan: replay shows reward and advantage of plan and code.</source>
        <translation>回答以规划开头：回放显示规划和代码各自的奖励与优势。</translation>
    </message>
    <message>
        <source>Two agents: frontend, then mid-end</source>
        <translation>两个智能体：先前端，再中端</translation>
    </message>
    <message>
        <source>One agent writes a right kernel, the next one makes it faster, by modelled speed.</source>
        <translation>一个智能体写出正确的内核，下一个使其更快（按建模速度）。</translation>
    </message>
</context>
<context>
    <name>ExportNews</name>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>FilterCompletion</name>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
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
        <translation>标量</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
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
        <translation>通过</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被拒</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未到达</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>通过验证</translation>
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
        <translation>通过验证</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未给出原因</translation>
    </message>
    <message>
        <source>Accepted after %1</source>
        <translation>%1 后通过验证</translation>
    </message>
    <message>
        <source>Rejected at %1: %2</source>
        <translation>在 %1 被拒：%2</translation>
    </message>
    <message>
        <source>%1 of %2 candidates, %3; %4 of the %5 that reached this stage</source>
        <translation>%2 个候选中的 %1 个，%3；到达此阶段的 %5 个中占 %4</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>第 %1 至 %2 步</translation>
    </message>
    <message>
        <source>%1: %2 candidates, %3 accepted</source>
        <translation>%1：%2 个候选，%3 个通过</translation>
    </message>
    <message>
        <source>passed nothing</source>
        <translation>未通过任何阶段</translation>
    </message>
    <message>
        <source>passed %1, no further</source>
        <translation>通过 %1，未再前进</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>平稳</translation>
    </message>
    <message>
        <source>rising since step %1</source>
        <translation>自第 %1 步上升</translation>
    </message>
    <message>
        <source>falling since step %1</source>
        <translation>自第 %1 步下降</translation>
    </message>
    <message>
        <source>new since step %1</source>
        <translation>自第 %1 步出现</translation>
    </message>
    <message>
        <source>gone since step %1</source>
        <translation>自第 %1 步消失</translation>
    </message>
</context>
<context>
    <name>LevelView</name>
    <message>
        <source>Triton&apos;s own form, before the GPU is known</source>
        <translation>Triton 自身的形式，尚不知 GPU</translation>
    </message>
    <message>
        <source>Triton&apos;s form with layouts over threads and warps</source>
        <translation>带线程和 warp 布局的 Triton 形式</translation>
    </message>
    <message>
        <source>LLVM&apos;s form, one thread</source>
        <translation>LLVM 形式，单线程</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s portable assembly</source>
        <translation>NVIDIA 可移植汇编</translation>
    </message>
    <message>
        <source>Machine code of sm_90, disassembled</source>
        <translation>sm_90 机器码反汇编</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>| menu | command | keys | effect |</source>
        <translation>| 菜单 | 命令 | 按键 | 作用 |</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
</context>
<context>
    <name>Metric</name>
    <message>
        <source>Reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>Mean reward over the completions of the step.</source>
        <translation>该步所有回答的平均奖励。</translation>
    </message>
    <message>
        <source>Reward, standard deviation</source>
        <translation>奖励标准差</translation>
    </message>
    <message>
        <source>Standard deviation of the reward, mean over groups.</source>
        <translation>奖励的标准差，各组平均。</translation>
    </message>
    <message>
        <source>Groups of equal reward</source>
        <translation>奖励相同的组</translation>
    </message>
    <message>
        <source>Share of groups whose rewards are all equal: they give no gradient.</source>
        <translation>奖励全部相同的组的占比：它们没有梯度。</translation>
    </message>
    <message>
        <source>Pass rate</source>
        <translation>通过率</translation>
    </message>
    <message>
        <source>Share of accepted candidates in the step, all levels.</source>
        <translation>该步通过的候选内核占比，所有级别。</translation>
    </message>
    <message>
        <source>Pass rate, level 1</source>
        <translation>通过率，级别 1</translation>
    </message>
    <message>
        <source>Share of accepted candidates among those of level 1 in the step.</source>
        <translation>该步级别 1 候选内核的通过占比。</translation>
    </message>
    <message>
        <source>Pass rate, level 2</source>
        <translation>通过率，级别 2</translation>
    </message>
    <message>
        <source>Share of accepted candidates among those of level 2 in the step.</source>
        <translation>该步级别 2 候选内核的通过占比。</translation>
    </message>
    <message>
        <source>Passed static checks</source>
        <translation>通过静态检查</translation>
    </message>
    <message>
        <source>Share of candidates that passed the static checks.</source>
        <translation>通过静态检查的候选内核占比。</translation>
    </message>
    <message>
        <source>Passed compile</source>
        <translation>通过编译</translation>
    </message>
    <message>
        <source>Share of candidates whose kernels compiled.</source>
        <translation>内核编译成功的候选占比。</translation>
    </message>
    <message>
        <source>Passed tiny run</source>
        <translation>通过最小输入</translation>
    </message>
    <message>
        <source>Share of candidates that were right on the smallest input.</source>
        <translation>在最小输入上正确的候选占比。</translation>
    </message>
    <message>
        <source>Passed full run</source>
        <translation>通过完整输入</translation>
    </message>
    <message>
        <source>Share of candidates that were right on every full-size input.</source>
        <translation>在所有完整输入上正确的候选占比。</translation>
    </message>
    <message>
        <source>Passed timing</source>
        <translation>通过计时</translation>
    </message>
    <message>
        <source>Share of candidates with a valid GPU time; none without a GPU.</source>
        <translation>有有效 GPU 时间的候选占比；没有 GPU 则无。</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>捷径</translation>
    </message>
    <message>
        <source>Share of candidates that were rejected for getting around the task, or flagged for what may do so, accepted ones too.</source>
        <translation>因绕过任务被拒，或因可能绕过而被标记的候选占比，含通过的。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss of the update; of SFT in nats per token.</source>
        <translation>更新的损失；SFT 以 nat/词元计。</translation>
    </message>
    <message>
        <source>KL to the ref policy</source>
        <translation>与参考策略的 KL</translation>
    </message>
    <message>
        <source>Mean of the k3 estimate of the KL divergence to the ref policy.</source>
        <translation>与参考策略 KL 散度的 k3 估计均值。</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Mean entropy of the policy over completion tokens.</source>
        <translation>策略在回答词元上的平均熵。</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Norm of the gradient before clipping.</source>
        <translation>裁剪前的梯度范数。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate of the update.</source>
        <translation>更新的学习率。</translation>
    </message>
    <message>
        <source>Token accuracy</source>
        <translation>词元准确率</translation>
    </message>
    <message>
        <source>Share of completion tokens that the policy ranks first; SFT.</source>
        <translation>策略排第一的回答词元占比；SFT。</translation>
    </message>
    <message>
        <source>Samples left out</source>
        <translation>略去的样本</translation>
    </message>
    <message>
        <source>Share of samples longer than the limits; SFT.</source>
        <translation>超过长度上限的样本占比；SFT。</translation>
    </message>
    <message>
        <source>Clip ratio, low</source>
        <translation>裁剪率，下界</translation>
    </message>
    <message>
        <source>Share of tokens held by the lower clip bound.</source>
        <translation>被裁剪下界约束的词元占比。</translation>
    </message>
    <message>
        <source>Clip ratio, low, least</source>
        <translation>裁剪率，下界，最小</translation>
    </message>
    <message>
        <source>Clip ratio, high</source>
        <translation>裁剪率，上界</translation>
    </message>
    <message>
        <source>Share of tokens held by the upper clip bound.</source>
        <translation>被裁剪上界约束的词元占比。</translation>
    </message>
    <message>
        <source>Clip ratio, high, largest</source>
        <translation>裁剪率，上界，最大</translation>
    </message>
    <message>
        <source>Clip ratio</source>
        <translation>裁剪率</translation>
    </message>
    <message>
        <source>Share of tokens held by either clip bound.</source>
        <translation>受任一裁剪界约束的词元占比。</translation>
    </message>
    <message>
        <source>Completion length, mean</source>
        <translation>回答长度，平均</translation>
    </message>
    <message>
        <source>Mean length of the completions.</source>
        <translation>回答的平均长度。</translation>
    </message>
    <message>
        <source>Completion length, shortest</source>
        <translation>回答长度，最短</translation>
    </message>
    <message>
        <source>Length of the shortest completion.</source>
        <translation>最短回答的长度。</translation>
    </message>
    <message>
        <source>Completion length, longest</source>
        <translation>回答长度，最长</translation>
    </message>
    <message>
        <source>Length of the longest completion.</source>
        <translation>最长回答的长度。</translation>
    </message>
    <message>
        <source>Truncated completions</source>
        <translation>被截断的回答</translation>
    </message>
    <message>
        <source>Share of completions without an end token within the limit.</source>
        <translation>在上限内没有结束词元的回答占比。</translation>
    </message>
    <message>
        <source>Ended completions, mean length</source>
        <translation>已结束回答，平均长度</translation>
    </message>
    <message>
        <source>Mean length of the completions that ended by themselves.</source>
        <translation>自行结束的回答的平均长度。</translation>
    </message>
    <message>
        <source>Ended completions, shortest</source>
        <translation>已结束回答，最短</translation>
    </message>
    <message>
        <source>Length of the shortest completion that ended by itself.</source>
        <translation>自行结束的最短回答的长度。</translation>
    </message>
    <message>
        <source>Ended completions, longest</source>
        <translation>已结束回答，最长</translation>
    </message>
    <message>
        <source>Length of the longest completion that ended by itself.</source>
        <translation>自行结束的最长回答的长度。</translation>
    </message>
    <message>
        <source>Tokens so far</source>
        <translation>累计词元</translation>
    </message>
    <message>
        <source>Prompt and completion tokens seen since the start of the run.</source>
        <translation>训练开始以来的提示和回答词元。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步用时</translation>
    </message>
    <message>
        <source>Wall time of the step.</source>
        <translation>该步的实际时间。</translation>
    </message>
    <message>
        <source>Time: generate</source>
        <translation>用时：生成</translation>
    </message>
    <message>
        <source>Wall time of the step that went into sampling.</source>
        <translation>该步用于采样的时间。</translation>
    </message>
    <message>
        <source>Time: verify</source>
        <translation>用时：验证</translation>
    </message>
    <message>
        <source>Time: update</source>
        <translation>用时：更新</translation>
    </message>
    <message>
        <source>Wall time of the step that went into the update.</source>
        <translation>该步用于更新的时间。</translation>
    </message>
    <message>
        <source>Sampling speed</source>
        <translation>采样速度</translation>
    </message>
    <message>
        <source>Sampled tokens per second while sampling.</source>
        <translation>采样时每秒的词元数。</translation>
    </message>
    <message>
        <source>Verifying speed</source>
        <translation>验证速度</translation>
    </message>
    <message>
        <source>Verdicts per second while candidates were waiting.</source>
        <translation>有候选等待时每秒的判定数。</translation>
    </message>
    <message>
        <source>Verdicts from the cache</source>
        <translation>来自缓存的判定</translation>
    </message>
    <message>
        <source>Share of the verdicts that an equal candidate had got.</source>
        <translation>相同候选已有判定的占比。</translation>
    </message>
    <message>
        <source>Verifier: queue</source>
        <translation>验证器：队列</translation>
    </message>
    <message>
        <source>Candidates that no worker had begun with, mean over the time of the step.</source>
        <translation>尚未开始处理的候选，按该步时间平均。</translation>
    </message>
    <message>
        <source>Verifier: use of the compile lane</source>
        <translation>验证器：编译通道使用率</translation>
    </message>
    <message>
        <source>Share of its slots that were held during the step.</source>
        <translation>该步中被占用的位置占比。</translation>
    </message>
    <message>
        <source>Verifier: use of the run lane</source>
        <translation>验证器：运行通道使用率</translation>
    </message>
    <message>
        <source>Verifier: time at static</source>
        <translation>验证器：static 用时</translation>
    </message>
    <message>
        <source>Mean over the candidates judged at this stage in the step.</source>
        <translation>该步在此阶段判定的候选的平均值。</translation>
    </message>
    <message>
        <source>Verifier: time at compile</source>
        <translation>验证器：compile 用时</translation>
    </message>
    <message>
        <source>Verifier: time at tiny</source>
        <translation>验证器：tiny 用时</translation>
    </message>
    <message>
        <source>Verifier: time at full</source>
        <translation>验证器：full 用时</translation>
    </message>
    <message>
        <source>Verifier: time at timing</source>
        <translation>验证器：timing 用时</translation>
    </message>
    <message>
        <source>Verifier: restarts</source>
        <translation>验证器：重启</translation>
    </message>
    <message>
        <source>Processes of the verifier that were started again, since the run&apos;s start.</source>
        <translation>训练开始以来重新启动的验证器进程数。</translation>
    </message>
    <message>
        <source>Curriculum: share of level 2</source>
        <translation>课程：级别 2 占比</translation>
    </message>
    <message>
        <source>Probability that the next prompt is of level 2.</source>
        <translation>下一个提示为级别 2 的概率。</translation>
    </message>
    <message>
        <source>Curriculum: level-1 accuracy</source>
        <translation>课程：级别 1 准确率</translation>
    </message>
    <message>
        <source>Share of right level-1 candidates in the curriculum&apos;s window.</source>
        <translation>课程窗口内级别 1 正确候选的占比。</translation>
    </message>
    <message>
        <source>Best of N: best reward</source>
        <translation>N 选优：最高奖励</translation>
    </message>
    <message>
        <source>Highest reward among the N completions of a task, mean over tasks.</source>
        <translation>每个任务 N 个回答中的最高奖励，按任务平均。</translation>
    </message>
    <message>
        <source>Best of N: kept</source>
        <translation>N 选优：保留</translation>
    </message>
    <message>
        <source>Completions that entered the fine-tuning set, share of those sampled.</source>
        <translation>进入微调集的回答占采样的比例。</translation>
    </message>
    <message>
        <source>Best of N: reward of the kept</source>
        <translation>N 选优：保留者的奖励</translation>
    </message>
    <message>
        <source>Mean reward of the completions that were kept.</source>
        <translation>保留的回答的平均奖励。</translation>
    </message>
    <message>
        <source>Best of N: skipped tasks</source>
        <translation>N 选优：跳过的任务</translation>
    </message>
    <message>
        <source>Share of tasks without any completion of the least reward.</source>
        <translation>没有任何回答达到最低奖励的任务占比。</translation>
    </message>
    <message>
        <source>Validation pass@1, level 1</source>
        <translation>验证 pass@1，级别 1</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 1, temperature 1.</source>
        <translation>级别 1 验证任务上正确采样的占比，温度 1。</translation>
    </message>
    <message>
        <source>Validation pass@1, level 2</source>
        <translation>验证 pass@1，级别 2</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 2, temperature 1.</source>
        <translation>级别 2 验证任务上正确采样的占比，温度 1。</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>nat/token</source>
        <translation>nat/词元</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>token/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Pass rate, moving mean</source>
        <translation>通过率，滑动平均</translation>
    </message>
    <message>
        <source>Mean of the pass rate over the last 20 steps.</source>
        <translation>最近 20 步通过率的平均。</translation>
    </message>
    <message>
        <source>Sampler against trainer, mean</source>
        <translation>采样与训练之差，平均</translation>
    </message>
    <message>
        <source>Distance between the log-probabilities that sampler and trainer give a token, mean over tokens.</source>
        <translation>采样与训练对同一词元给出的对数概率之差，按词元平均。</translation>
    </message>
    <message>
        <source>Sampler against trainer, largest</source>
        <translation>采样与训练之差，最大</translation>
    </message>
    <message>
        <source>Distance between the log-probabilities that sampler and trainer give a token, largest of all tokens.</source>
        <translation>采样与训练对同一词元给出的对数概率之差，所有词元中最大。</translation>
    </message>
    <message>
        <source>Importance ratio, least</source>
        <translation>重要性比率，最小</translation>
    </message>
    <message>
        <source>Probability of a token for the trainer over that for the sampler, least of all tokens.</source>
        <translation>词元在训练中的概率除以采样时的概率，所有词元中最小。</translation>
    </message>
    <message>
        <source>Importance ratio, mean</source>
        <translation>重要性比率，平均</translation>
    </message>
    <message>
        <source>Probability of a token for the trainer over that for the sampler, mean over tokens.</source>
        <translation>词元在训练中的概率除以采样时的概率，按词元平均。</translation>
    </message>
    <message>
        <source>Importance ratio, largest</source>
        <translation>重要性比率，最大</translation>
    </message>
    <message>
        <source>Probability of a token for the trainer over that for the sampler, largest of all tokens.</source>
        <translation>词元在训练中的概率除以采样时的概率，所有词元中最大。</translation>
    </message>
    <message>
        <source>Different completions</source>
        <translation>不同的回答</translation>
    </message>
    <message>
        <source>Number of different completions, as a share of those of the step.</source>
        <translation>不同回答的数量占该步回答的比例。</translation>
    </message>
    <message>
        <source>Prompts left out</source>
        <translation>略去的提示</translation>
    </message>
    <message>
        <source>Prompts longer than the limit that were passed over since the start of the run.</source>
        <translation>训练开始以来因超出长度限制而跳过的提示。</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Passes over the corpus so far; SFT.</source>
        <translation>至今遍历语料库的次数；SFT。</translation>
    </message>
    <message>
        <source>Time: validate</source>
        <translation>用时：验证</translation>
    </message>
    <message>
        <source>Wall time of a validation.</source>
        <translation>一次验证的实际用时。</translation>
    </message>
    <message>
        <source>Training speed</source>
        <translation>训练速度</translation>
    </message>
    <message>
        <source>Best of N: different kept</source>
        <translation>N 选优：保留的不同候选</translation>
    </message>
    <message>
        <source>Different candidates among the completions that were kept.</source>
        <translation>保留的回答中不同的候选内核数。</translation>
    </message>
    <message>
        <source>Validation pass@1, level 3</source>
        <translation>验证 pass@1，级别 3</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 3, temperature 1.</source>
        <translation>级别 3 验证任务上正确采样的占比，温度 1。</translation>
    </message>
    <message>
        <source>Validation pass@1, level 4</source>
        <translation>验证 pass@1，级别 4</translation>
    </message>
    <message>
        <source>Share of right samples on validation tasks of level 4, temperature 1.</source>
        <translation>级别 4 验证任务上正确采样的占比，温度 1。</translation>
    </message>
    <message>
        <source>Not judged</source>
        <translation>未评判</translation>
    </message>
    <message>
        <source>Share of candidates that could not be judged: they have no reward and count in no rate.</source>
        <translation>无法评判的候选所占比例：它们没有奖励，也不计入任何比率。</translation>
    </message>
    <message>
        <source>Smallest share of a completion&apos;s tokens that the lower clip bound held.</source>
        <translation>各回答中被裁剪下界约束的词元的最小占比。</translation>
    </message>
    <message>
        <source>Largest share of a completion&apos;s tokens that the upper clip bound held.</source>
        <translation>各回答中被裁剪上界约束的词元的最大占比。</translation>
    </message>
    <message>
        <source>Strict pass@1 of an ablation</source>
        <translation>消融的严格 pass@1</translation>
    </message>
    <message>
        <source>Share of right samples, mean over levels, in the one strict evaluation by which nereid ablate scores every combination.</source>
        <translation>在 nereid ablate 为每种组合评分所用的同一严格评估中正确采样的占比，按级别取平均。</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Mean number of answers that followed one another.</source>
        <translation>依次给出的回答的平均个数。</translation>
    </message>
    <message>
        <source>Pass rate, first turn</source>
        <translation>通过率，第一轮</translation>
    </message>
    <message>
        <source>Share of first answers that were accepted.</source>
        <translation>第一轮回答中被接受的占比。</translation>
    </message>
    <message>
        <source>Pass rate, last turn</source>
        <translation>通过率，最后一轮</translation>
    </message>
    <message>
        <source>Share of completions whose last answer was accepted, however many turns they took.</source>
        <translation>最后一轮被接受的回答占比，不论用了几轮。</translation>
    </message>
    <message>
        <source>Repaired by the next turn</source>
        <translation>下一轮修复</translation>
    </message>
    <message>
        <source>Share of rejected answers that the next turn turned into accepted ones, of those that had a next turn.</source>
        <translation>有下一轮的被拒绝回答中，下一轮使其被接受的占比。</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>回报</translation>
    </message>
    <message>
        <source>Mean over the answers of the step of their reward and the discounted rewards of the turns after them.</source>
        <translation>该步各回答的奖励与其后各轮折扣奖励之和的平均值。</translation>
    </message>
    <message>
        <source>Turns without room</source>
        <translation>放不下的轮</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>个回答</translation>
    </message>
    <message>
        <source>Answers after which no further one was asked for, as its prompt would have been longer than generation.max_prompt_length.</source>
        <translation>因下一个提示会超过 generation.max_prompt_length 而不再追问的回答数。</translation>
    </message>
    <message>
        <source>Wall time of the step from the first candidate that was handed in to the last verdict.</source>
        <translation>本步骤从提交第一个候选到得到最后一个判定的实际时间。</translation>
    </message>
    <message>
        <source>Time: verify beside generate</source>
        <translation>时间：与生成同时进行的验证</translation>
    </message>
    <message>
        <source>Part of the time of verifying in which other completions were still being sampled.</source>
        <translation>验证时间中其他回答仍在采样的部分。</translation>
    </message>
    <message>
        <source>Time: wait for other ranks</source>
        <translation>时间：等待其他进程</translation>
    </message>
    <message>
        <source>Wall time of the step in which a rank waited for the others, longest of the ranks; only where a run has several.</source>
        <translation>本步骤中某个进程等待其他进程的实际时间，取各进程的最长值；仅限多进程运行。</translation>
    </message>
    <message>
        <source>Prompt and completion tokens learnt per second of the update.</source>
        <translation>更新阶段每秒学习的提示与回答词元数。</translation>
    </message>
    <message>
        <source>Share of the GPU&apos;s peak</source>
        <translation>占 GPU 峰值的比例</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation of the update: 4 operations per weight and token where the base is frozen, else 6, of the published peak; on known GPUs only.</source>
        <translation>更新阶段的模型算力利用率（MFU）：基座冻结时每个权重每个词元计 4 次运算，否则计 6 次，与公布的峰值相比；仅限已知的 GPU。</translation>
    </message>
    <message>
        <source>Memory, peak</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>byte</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Most memory that the trainer has had so far: of its GPU, else main memory.</source>
        <translation>训练进程迄今占用的最大内存：所用 GPU 的显存，否则为主内存。</translation>
    </message>
    <message>
        <source>Share of the memory&apos;s bandwidth</source>
        <translation>占显存带宽的比例</translation>
    </message>
    <message>
        <source>Model bandwidth utilisation while sampling: weights read once a step of the batch, keys and values once a row and token, of the published peak; on known GPUs only.</source>
        <translation>采样时的模型带宽利用率（MBU）：批次每步读取一次权重，每行每词元读取一次键和值，与公布的峰值相比；仅限已知的 GPU。</translation>
    </message>
</context>
<context>
    <name>Phases</name>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <translation>%1 %2/%3</translation>
    </message>
    <message>
        <source>%1 %2 (%3): %4 of %5 steps, %6 to %7</source>
        <translation>%1 %2（%3）：%4/%5 步，第 %6 至 %7 步</translation>
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
        <translation>best-of-N</translation>
    </message>
</context>
<context>
    <name>ProblemLines</name>
    <message>
        <source>the traceback ends here</source>
        <translation>回溯在此结束</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>About Nereid</source>
        <translation>关于 Nereid</translation>
    </message>
    <message>
        <source>&lt;b&gt;Nereid %1&lt;/b&gt;&lt;p&gt;A workbench for teaching language models to write Triton kernels.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later. Built with Qt, QCustomPlot, QScintilla, SQLite and libtorch; Inter and JetBrains Mono under the SIL Open Font License.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Nereid %1&lt;/b&gt;&lt;p&gt;教语言模型编写 Triton 内核的工作台。&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later。使用 Qt、QCustomPlot、QScintilla、SQLite 和 libtorch 构建；Inter 和 JetBrains Mono 采用 SIL Open Font License。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>ReasonWords</name>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>unclosed block</source>
        <translation>代码块未闭合</translation>
    </message>
    <message>
        <source>forward error</source>
        <translation>forward 出错</translation>
    </message>
    <message>
        <source>timing mismatch</source>
        <translation>用时不一致</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>too large source</source>
        <translation>源代码过长</translation>
    </message>
    <message>
        <source>syntax error</source>
        <translation>语法错误</translation>
    </message>
    <message>
        <source>forbidden import</source>
        <translation>禁止的导入</translation>
    </message>
    <message>
        <source>forbidden call</source>
        <translation>禁止的调用</translation>
    </message>
    <message>
        <source>missing model</source>
        <translation>缺少模型类</translation>
    </message>
    <message>
        <source>no jit function</source>
        <translation>没有 jit 函数</translation>
    </message>
    <message>
        <source>no kernel launch</source>
        <translation>未启动内核</translation>
    </message>
    <message>
        <source>import error</source>
        <translation>导入错误</translation>
    </message>
    <message>
        <source>construct error</source>
        <translation>构造错误</translation>
    </message>
    <message>
        <source>compile error</source>
        <translation>编译错误</translation>
    </message>
    <message>
        <source>compile timeout</source>
        <translation>编译超时</translation>
    </message>
    <message>
        <source>out of resources</source>
        <translation>资源不足</translation>
    </message>
    <message>
        <source>torch fallback</source>
        <translation>以 torch 代替内核</translation>
    </message>
    <message>
        <source>runtime error</source>
        <translation>运行时错误</translation>
    </message>
    <message>
        <source>out of bounds</source>
        <translation>越界</translation>
    </message>
    <message>
        <source>data race</source>
        <translation>数据竞争</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>memory limit</source>
        <translation>内存超限</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>wrong values</source>
        <translation>数值错误</translation>
    </message>
    <message>
        <source>wrong shape</source>
        <translation>形状错误</translation>
    </message>
    <message>
        <source>wrong dtype</source>
        <translation>类型错误</translation>
    </message>
    <message>
        <source>wrong count</source>
        <translation>数量错误</translation>
    </message>
    <message>
        <source>wrong type</source>
        <translation>种类错误</translation>
    </message>
    <message>
        <source>mutated input</source>
        <translation>输入被改动</translation>
    </message>
    <message>
        <source>missing effect</source>
        <translation>缺少副作用</translation>
    </message>
    <message>
        <source>impossible time</source>
        <translation>不可能的时间</translation>
    </message>
    <message>
        <source>not judgeable here</source>
        <translation>此处无法判定</translation>
    </message>
    <message>
        <source>infrastructure</source>
        <translation>验证器故障</translation>
    </message>
    <message>
        <source>reference error</source>
        <translation>参考错误</translation>
    </message>
    <message>
        <source>task too large</source>
        <translation>任务过大</translation>
    </message>
    <message>
        <source>bad request</source>
        <translation>无效请求</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>no code block</source>
        <translation>没有代码块</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>不是 UTF-8</translation>
    </message>
    <message>
        <source>non-finite values</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>prompt too long</source>
        <translation>提示过长</translation>
    </message>
    <message>
        <source>several code blocks</source>
        <translation>多个代码块</translation>
    </message>
</context>
<context>
    <name>RemoteAddress</name>
    <message>
        <source>%1: %2. Write ssh://USER@HOST/FOLDER, or HOST:FOLDER.</source>
        <translation>%1：%2。请写成 ssh://USER@HOST/FOLDER 或 HOST:FOLDER。</translation>
    </message>
    <message>
        <source>this is not an address</source>
        <translation>这不是地址</translation>
    </message>
    <message>
        <source>the host is missing or odd</source>
        <translation>主机缺失或有误</translation>
    </message>
    <message>
        <source>the user name is odd</source>
        <translation>用户名有误</translation>
    </message>
    <message>
        <source>the port is not a number from 1 to 65535</source>
        <translation>端口不是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>the folder of the run is missing</source>
        <translation>缺少训练的文件夹</translation>
    </message>
</context>
<context>
    <name>RunColumns</name>
    <message>
        <source>run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Name of the run; the tooltip says where it is kept</source>
        <translation>训练的名称；工具提示显示其保存位置</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What the record says; a run that was cut short may go on</source>
        <translation>记录中的状态；被中断的训练可以继续</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps in the record</source>
        <translation>记录中的步数</translation>
    </message>
    <message>
        <source>episodes</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Candidates in the record</source>
        <translation>记录中的候选内核</translation>
    </message>
    <message>
        <source>started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>When the run was made</source>
        <translation>训练的创建时间</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>From the start to the last step, pauses included</source>
        <translation>从开始到最后一步，包括暂停</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>Smoothed, at the last step</source>
        <translation>最后一步的平滑值</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>Setting in which the runs differ</source>
        <translation>各训练之间不同的设置</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>How the policy learns; phases in their order</source>
        <translation>策略的学习方法；各阶段按顺序列出</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>The phase in work, or the last one, and how far it is</source>
        <translation>正在进行的阶段或最后的阶段，及其进度</translation>
    </message>
    <message>
        <source>Best place of the smoothed curve, from where it averages over enough steps</source>
        <translation>平滑曲线的最佳处，从平均了足够多的步之后算起</translation>
    </message>
</context>
<context>
    <name>RunPlan</name>
    <message>
        <source>Supervised fine-tuning of %1, batches of %2</source>
        <translation>%1 的监督微调，每批 %2</translation>
    </message>
    <message>
        <source>Best-of-N fine-tuning of %1: %2 completions a task, the best %3 kept</source>
        <translation>%1 的 Best-of-N 微调：每个任务 %2 个回答，保留最佳 %3 个</translation>
    </message>
    <message>
        <source>GRPO of %1: %2 prompts a step, %3 completions each</source>
        <translation>%1 的 GRPO：每步 %2 个提示，每个 %3 个回答</translation>
    </message>
    <message>
        <source>%1 · %2 steps</source>
        <translation>%1 · %2 步</translation>
    </message>
    <message>
        <source>%1 · %2 epochs</source>
        <translation>%1 · %2 轮</translation>
    </message>
    <message>
        <source>%1 of %2, one after the other</source>
        <translation>%2 的 %1，依次进行</translation>
    </message>
    <message>
        <source>%1 of %2, one after the other: %3 steps</source>
        <translation>%2 的 %1，依次进行：%3 步</translation>
    </message>
    <message>
        <source>%1, at most %2 turns each</source>
        <translation>%1，每个最多 %2 轮</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>CPU · GPU time not measured</source>
        <translation>CPU · 未测量 GPU 时间</translation>
    </message>
    <message>
        <source>generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>正在生成</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>正在验证</translation>
    </message>
    <message>
        <source>updating</source>
        <translation>正在更新</translation>
    </message>
    <message>
        <source>saving a checkpoint</source>
        <translation>正在保存检查点</translation>
    </message>
    <message>
        <source>validating</source>
        <translation>正在评估</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>in process %1</source>
        <translation>在进程 %1 中</translation>
    </message>
    <message>
        <source>No run</source>
        <translation>没有训练</translation>
    </message>
    <message>
        <source>record: none open</source>
        <translation>记录：未打开</translation>
    </message>
    <message>
        <source>record: %1 episodes, %2</source>
        <translation>记录：%1 个回合，%2</translation>
    </message>
    <message>
        <source>, saved</source>
        <translation>，已保存</translation>
    </message>
    <message>
        <source>%1 candidates/s</source>
        <translation>%1 候选/秒</translation>
    </message>
    <message>
        <source>queue %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>sandbox %1</source>
        <translation>沙箱 %1</translation>
    </message>
    <message>
        <source>verifier: %1</source>
        <translation>验证器：%1</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>checkpoint at step %1</source>
        <translation>第 %1 步的检查点</translation>
    </message>
    <message>
        <source>policy: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>%1 of %2 judged</source>
        <translation>已判定 %1/%2</translation>
    </message>
    <message>
        <source>%1 left of %2</source>
        <translation>%2 剩余 %1</translation>
    </message>
    <message>
        <source>(%1 beside generate)</source>
        <translation>（%1 与生成同时）</translation>
    </message>
    <message>
        <source>wait for the others</source>
        <translation>等待其他进程</translation>
    </message>
    <message>
        <source>rank %1 (%2)</source>
        <translation>进程 %1（%2）</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个进程</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>auto, cpu, cuda or cuda:N</source>
        <translation>auto、cpu、cuda 或 cuda:N</translation>
    </message>
    <message>
        <source>Name of the run in lists and folders.</source>
        <translation>训练在列表和文件夹中的名称。</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>How the policy learns.</source>
        <translation>策略的学习方法。</translation>
    </message>
    <message>
        <source>Seed of every random stream of the run.</source>
        <translation>训练中所有随机流的种子。</translation>
    </message>
    <message>
        <source>The model: pocket, new (made from scratch), a GGUF file or a folder in Hugging Face layout.</source>
        <translation>模型：pocket、new（从零创建）、GGUF 文件或 Hugging Face 布局的文件夹。</translation>
    </message>
    <message>
        <source>pocket, new, a GGUF file or a folder</source>
        <translation>pocket、new、GGUF 文件或文件夹</translation>
    </message>
    <message>
        <source>What is trained: none = all weights, lora = low-rank adapters.</source>
        <translation>训练的内容：none = 全部权重，lora = 低秩适配器。</translation>
    </message>
    <message>
        <source>Rank of the adapters.</source>
        <translation>适配器的秩。</translation>
    </message>
    <message>
        <source>Scale of the adapters is lora_alpha / lora_rank.</source>
        <translation>适配器的缩放为 lora_alpha / lora_rank。</translation>
    </message>
    <message>
        <source>Dropout before the adapters.</source>
        <translation>适配器之前的 dropout。</translation>
    </message>
    <message>
        <source>Names of the linear layers that get an adapter.</source>
        <translation>添加适配器的线性层名称。</translation>
    </message>
    <message>
        <source>Where the policy runs.</source>
        <translation>策略运行的设备。</translation>
    </message>
    <message>
        <source>Width of a new model.</source>
        <translation>新模型的宽度。</translation>
    </message>
    <message>
        <source>Decoder layers of a new model.</source>
        <translation>新模型的解码器层数。</translation>
    </message>
    <message>
        <source>Query heads of a new model.</source>
        <translation>新模型的查询头数。</translation>
    </message>
    <message>
        <source>Key and value heads of a new model.</source>
        <translation>新模型的键值头数。</translation>
    </message>
    <message>
        <source>Width of the feed-forward layer of a new model.</source>
        <translation>新模型前馈层的宽度。</translation>
    </message>
    <message>
        <source>Longest sequence of a new model, in tokens.</source>
        <translation>新模型的最长序列，以词元计。</translation>
    </message>
    <message>
        <source>synthetic (the built-in generator) or a folder in KernelBench layout.</source>
        <translation>synthetic（内置生成器）或 KernelBench 布局的文件夹。</translation>
    </message>
    <message>
        <source>synthetic or a folder</source>
        <translation>synthetic 或文件夹</translation>
    </message>
    <message>
        <source>File with the ids of tasks that are left out, one a line; see nereid tasks check.</source>
        <translation>列出被排除任务 ID 的文件，每行一个；参见 nereid tasks check。</translation>
    </message>
    <message>
        <source>Levels that are sampled; the curriculum needs 1 and 2.</source>
        <translation>采样的级别；课程需要 1 和 2。</translation>
    </message>
    <message>
        <source>Share of level-2 prompts when the curriculum is off.</source>
        <translation>课程关闭时级别 2 提示的占比。</translation>
    </message>
    <message>
        <source>Level-1 candidates over which the curriculum takes its accuracy.</source>
        <translation>课程计算准确率所用的级别 1 候选数。</translation>
    </message>
    <message>
        <source>Seed of the task generator.</source>
        <translation>任务生成器的种子。</translation>
    </message>
    <message>
        <source>Longest prompt in tokens; a longer one is an error.</source>
        <translation>最长提示的词元数；更长则报错。</translation>
    </message>
    <message>
        <source>Longest completion in tokens.</source>
        <translation>最长回答的词元数。</translation>
    </message>
    <message>
        <source>Sampling temperature; 0 = greedy (no exploration).</source>
        <translation>采样温度；0 = 贪心（不探索）。</translation>
    </message>
    <message>
        <source>Share of probability that is sampled from; 1 = all.</source>
        <translation>采样所用的概率质量；1 = 全部。</translation>
    </message>
    <message>
        <source>Number of tokens that are sampled from; 0 = all.</source>
        <translation>采样所用的词元数；0 = 全部。</translation>
    </message>
    <message>
        <source>Pairs taken from the corpus.</source>
        <translation>从语料中取的样本对数。</translation>
    </message>
    <message>
        <source>Pairs in one update.</source>
        <translation>一次更新的样本对数。</translation>
    </message>
    <message>
        <source>Updates; the corpus is repeated as needed.</source>
        <translation>更新次数；语料按需重复。</translation>
    </message>
    <message>
        <source>Prompts (groups) in one step.</source>
        <translation>一步中的提示（组）数。</translation>
    </message>
    <message>
        <source>Completions of one prompt, K; an advantage needs at least two.</source>
        <translation>每个提示的回答数 K；计算优势至少需要两个。</translation>
    </message>
    <message>
        <source>Updates on one rollout, mu.</source>
        <translation>每次采样（rollout）的更新次数 mu。</translation>
    </message>
    <message>
        <source>Weight of the KL term; 0 = no ref policy is kept.</source>
        <translation>KL 项的权重；0 = 不保留参考策略。</translation>
    </message>
    <message>
        <source>Lower clip bound: the ratio is held above 1 - epsilon.</source>
        <translation>裁剪下界：比率保持在 1 - epsilon 以上。</translation>
    </message>
    <message>
        <source>Upper clip bound: the ratio is held below 1 + epsilon_high.</source>
        <translation>裁剪上界：比率保持在 1 + epsilon_high 以下。</translation>
    </message>
    <message>
        <source>How the token losses are averaged.</source>
        <translation>词元损失的平均方式。</translation>
    </message>
    <message>
        <source>What the advantage is divided by: the group&apos;s or the batch&apos;s standard deviation, or nothing.</source>
        <translation>优势除以什么：组或批的标准差，或不除。</translation>
    </message>
    <message>
        <source>Leave completions that met the length limit out of the loss.</source>
        <translation>达到长度上限的回答不计入损失。</translation>
    </message>
    <message>
        <source>Rollout steps.</source>
        <translation>采样步数。</translation>
    </message>
    <message>
        <source>Completions sampled for one task, N.</source>
        <translation>每个任务采样的回答数 N。</translation>
    </message>
    <message>
        <source>Completions kept for fine-tuning, K.</source>
        <translation>保留用于微调的回答数 K。</translation>
    </message>
    <message>
        <source>Only completions with at least this reward are kept; a task without any is skipped.</source>
        <translation>仅保留奖励不低于此值的回答；没有这样回答的任务会跳过。</translation>
    </message>
    <message>
        <source>Passes over the tasks.</source>
        <translation>遍历任务的次数。</translation>
    </message>
    <message>
        <source>Tasks in one step.</source>
        <translation>一步中的任务数。</translation>
    </message>
    <message>
        <source>Highest learning rate of AdamW.</source>
        <translation>AdamW 的最高学习率。</translation>
    </message>
    <message>
        <source>Course of the learning rate after the warm-up.</source>
        <translation>预热之后学习率的变化方式。</translation>
    </message>
    <message>
        <source>Updates of linear warm-up.</source>
        <translation>线性预热的更新次数。</translation>
    </message>
    <message>
        <source>Decay of the first moment.</source>
        <translation>一阶矩的衰减率。</translation>
    </message>
    <message>
        <source>Decay of the second moment.</source>
        <translation>二阶矩的衰减率。</translation>
    </message>
    <message>
        <source>Added to the root of the second moment.</source>
        <translation>加到二阶矩平方根上的值。</translation>
    </message>
    <message>
        <source>Decoupled weight decay.</source>
        <translation>解耦的权重衰减。</translation>
    </message>
    <message>
        <source>Gradient norm is clipped to this; 0 = not.</source>
        <translation>梯度范数裁剪到此值；0 = 不裁剪。</translation>
    </message>
    <message>
        <source>Reward formula.</source>
        <translation>奖励公式。</translation>
    </message>
    <message>
        <source>Reward of a failure; two_agent only.</source>
        <translation>失败的奖励；仅 two_agent。</translation>
    </message>
    <message>
        <source>Largest speedup that is paid, two_agent mid-end only; 0 or less = no cap.</source>
        <translation>计入奖励的最大加速比，仅 two_agent 中端；0 或更小 = 无上限。</translation>
    </message>
    <message>
        <source>Which agent is trained; two_agent only.</source>
        <translation>训练哪个智能体；仅 two_agent。</translation>
    </message>
    <message>
        <source>Judge on five input variants; off: on the original only.</source>
        <translation>在五种输入变体上判定；关闭：仅在原始输入上。</translation>
    </message>
    <message>
        <source>Stop at the first failing stage and pay partial credit; off: all or nothing.</source>
        <translation>在首个失败阶段停止并给予部分分；关闭：全有或全无。</translation>
    </message>
    <message>
        <source>Share of level 2 follows the level-1 accuracy; off: tasks.level2_share.</source>
        <translation>级别 2 的占比随级别 1 准确率变化；关闭：tasks.level2_share。</translation>
    </message>
    <message>
        <source>Timing with warm-up and many samples; off: one measured run.</source>
        <translation>带预热和多次采样的计时；关闭：只测一次。</translation>
    </message>
    <message>
        <source>Where candidates run.</source>
        <translation>候选内核运行的设备。</translation>
    </message>
    <message>
        <source>full: kernels do all the compute; best-system: torch may help.</source>
        <translation>full：内核完成所有计算；best-system：torch 可协助。</translation>
    </message>
    <message>
        <source>Candidates judged at once; 0 = shared with the trainer.</source>
        <translation>同时判定的候选数；0 = 与训练器共享。</translation>
    </message>
    <message>
        <source>With extensions.multi_input: judge on more variants beside the five, at small sizes.</source>
        <translation>配合 extensions.multi_input：除五种之外在更多变体上以小尺寸判定。</translation>
    </message>
    <message>
        <source>What GPU time counts by, with extensions.calibrated_timing: replays of a graph in turn with the reference (nereid), or 10 + 50 single calls (report).</source>
        <translation>配合 extensions.calibrated_timing 的 GPU 计时方式：与参考交替的图回放（nereid），或 10 + 50 次单独调用（report）。</translation>
    </message>
    <message>
        <source>Steps between validations; 0 = none.</source>
        <translation>两次验证之间的步数；0 = 不验证。</translation>
    </message>
    <message>
        <source>Validation samples of each level.</source>
        <translation>每个级别的验证采样数。</translation>
    </message>
    <message>
        <source>Steps between checkpoints.</source>
        <translation>两个检查点之间的步数。</translation>
    </message>
    <message>
        <source>Newest checkpoints that are kept.</source>
        <translation>保留的最新检查点数。</translation>
    </message>
    <message>
        <source>Threads of the trainer; 0 = shared with the judges.</source>
        <translation>训练器的线程数；0 = 与判定进程共享。</translation>
    </message>
    <message>
        <source>Folder of the run; empty = a new one under the runs folder.</source>
        <translation>训练的文件夹；留空 = 在训练文件夹下新建。</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>completions</source>
        <translation>个回答</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>对</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>遍</translation>
    </message>
    <message>
        <source>prompts</source>
        <translation>个提示</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>个样本</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>tasks</source>
        <translation>个任务</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>个线程</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>次更新</translation>
    </message>
    <message>
        <source>Share of a folder&apos;s tasks that are held out for validation; their code decides which.</source>
        <translation>文件夹中留作验证的任务比例；由任务代码决定是哪些。</translation>
    </message>
    <message>
        <source>Share of a folder&apos;s tasks that are held out for tests, as nereid eval takes them.</source>
        <translation>文件夹中留作测试的任务比例，供 nereid eval 使用。</translation>
    </message>
    <message>
        <source>Steps of one epoch; 0 = as many as it takes to visit each task of the folder once.</source>
        <translation>每轮的步数；0 = 恰好把文件夹中的每个任务访问一次。</translation>
    </message>
    <message>
        <source>Parts of the run, one after the other, each with a block phase.NAME of what it sets otherwise; empty: the run is its method alone.</source>
        <translation>训练的各部分，依次进行，各以 phase.NAME 块给出不同的设置；留空：训练只有其方法本身。</translation>
    </message>
    <message>
        <source>Weights that a phase begins with: previous (the phase before), model (those of model.path) or the name of an earlier phase.</source>
        <translation>阶段的起始权重：previous（前一阶段）、model（model.path 的权重）或某个更早阶段的名称。</translation>
    </message>
    <message>
        <source>previous, model or the name of a phase</source>
        <translation>previous、model 或阶段名称</translation>
    </message>
    <message>
        <source>What the model is asked for: none = an answer to the task, frontend = the same with an example, midend = a faster form of a verified kernel, backend = its tile sizes, warps and stages for the device.</source>
        <translation>要求模型给出什么：none = 任务的答案，frontend = 同上并附示例，midend = 已验证内核的更快形式，backend = 该内核面向设备的分块尺寸、warp 数和流水线级数。</translation>
    </message>
    <message>
        <source>Number format of the weights; int8 = the base in 8 bits, under adapters.</source>
        <translation>权重的数值格式；int8 = 适配器之下的基础权重用 8 位。</translation>
    </message>
    <message>
        <source>unverified (with planted errors), clean, planned (with a plan before the code), rewrites (every second answer rewrites a kernel), or a JSONL file of {prompt, completion}.</source>
        <translation>unverified（含植入的错误）、clean、planned（代码前有规划）、rewrites（每两个回答中有一个改写内核），或由 {prompt, completion} 组成的 JSONL 文件。</translation>
    </message>
    <message>
        <source>unverified, clean, planned, rewrites or a file</source>
        <translation>unverified、clean、planned、rewrites 或文件</translation>
    </message>
    <message>
        <source>Share of level-2 pairs in a generated corpus.</source>
        <translation>生成的语料中级别 2 样本对的占比。</translation>
    </message>
    <message>
        <source>What a reward is compared with: the mean of its group, or of the others in it.</source>
        <translation>奖励与什么比较：所在组的均值，或组内其他回答的均值。</translation>
    </message>
    <message>
        <source>Largest size of an advantage; 0 = no bound.</source>
        <translation>优势的最大绝对值；0 = 不限。</translation>
    </message>
    <message>
        <source>How often groups of equal rewards give their place to other tasks (dynamic sampling); 0 = never.</source>
        <translation>奖励全部相同的组让位给其他任务的次数（动态采样）；0 = 从不。</translation>
    </message>
    <message>
        <source>What is learnt: the K best of at least min_reward, or the K best whatever they earned (topk_always).</source>
        <translation>学习什么：奖励不低于 min_reward 的最佳 K 个，或不论奖励高低的最佳 K 个（topk_always）。</translation>
    </message>
    <message>
        <source>How much each kept completion weighs: the same, or its reward.</source>
        <translation>每个保留回答的权重：相同，或等于其奖励。</translation>
    </message>
    <message>
        <source>Weight of the plan&apos;s objective beside that of the code; reward.name = hierarchical only.</source>
        <translation>规划目标相对于代码目标的权重；仅 reward.name = hierarchical。</translation>
    </message>
    <message>
        <source>What code tokens are paid for: a right answer, or as the plan for its speed.</source>
        <translation>代码词元因何得到奖励：答案正确，或与规划一样因其速度。</translation>
    </message>
    <message>
        <source>What the sum over a class of tokens is divided by: their number, or that of the whole completion.</source>
        <translation>一类词元之和除以什么：该类的词元数，或整个回答的词元数。</translation>
    </message>
    <message>
        <source>What text outside of thinking and code counts as.</source>
        <translation>思考和代码以外的文本算作什么。</translation>
    </message>
    <message>
        <source>Time that a speedup is counted from: that of PyTorch in eager mode, or the shorter one of it and torch.compile.</source>
        <translation>加速比的基准用时：eager 模式 PyTorch 的用时，或其与 torch.compile 中较短者。</translation>
    </message>
    <message>
        <source>Which speedup is paid: that which a GPU measured, or the modelled one of verify.modelled_device, which needs no GPU.</source>
        <translation>按哪种加速比给予奖励：GPU 实测值，或 verify.modelled_device 的建模值（不需要 GPU）。</translation>
    </message>
    <message>
        <source>Version of the agents&apos; prompt templates.</source>
        <translation>智能体提示模板的版本。</translation>
    </message>
    <message>
        <source>Answers that an earlier agent gives for a task; the fastest verified one is what the next agent works on.</source>
        <translation>前一智能体为一个任务给出的回答数；其中已验证的最快者交给下一智能体处理。</translation>
    </message>
    <message>
        <source>Tasks that are tried for one place until one has a verified kernel.</source>
        <translation>为一个位置最多尝试的任务数，直到其中一个有已验证的内核。</translation>
    </message>
    <message>
        <source>Device that the backend is told to tune for.</source>
        <translation>要求后端针对其调优的设备。</translation>
    </message>
    <message>
        <source>the name of a device</source>
        <translation>设备名称</translation>
    </message>
    <message>
        <source>Keep verdicts and compilations for later runs, and take those of earlier ones where nothing that they rest on has changed.</source>
        <translation>保留判定和编译结果供以后的训练使用；所依据的内容均未改变时，采用以往训练的结果。</translation>
    </message>
    <message>
        <source>With verify.keep: days after which they are forgotten.</source>
        <translation>配合 verify.keep：超过此天数后丢弃。</translation>
    </message>
    <message>
        <source>With verify.keep: size beyond which what was used longest ago goes.</source>
        <translation>配合 verify.keep：超过此大小时移除最久未使用的内容。</translation>
    </message>
    <message>
        <source>Base URL of an OpenAI-compatible endpoint whose model gives advice on candidates, such as http://localhost:8000/v1; empty = none.</source>
        <translation>OpenAI 兼容端点的基础 URL，其模型为候选内核提供建议，例如 http://localhost:8000/v1；留空 = 无。</translation>
    </message>
    <message>
        <source>The advisor&apos;s model, as the endpoint calls it.</source>
        <translation>顾问的模型，按端点中的名称。</translation>
    </message>
    <message>
        <source>Name of the environment variable that holds the endpoint&apos;s key; empty = no key is sent. The key itself is never written anywhere.</source>
        <translation>存放端点密钥的环境变量名称；留空 = 不发送密钥。密钥本身不会写入任何地方。</translation>
    </message>
    <message>
        <source>PEM file with the certificates to trust; empty = those of the system.</source>
        <translation>含受信任证书的 PEM 文件；留空 = 系统证书。</translation>
    </message>
    <message>
        <source>The advisor&apos;s prompt: advisor-1, or a file.</source>
        <translation>顾问的提示：advisor-1 或文件。</translation>
    </message>
    <message>
        <source>advisor-1 or a file</source>
        <translation>advisor-1 或文件</translation>
    </message>
    <message>
        <source>Sampling temperature of the advisor; 0 = greedy.</source>
        <translation>顾问的采样温度；0 = 贪心。</translation>
    </message>
    <message>
        <source>Share of probability that the advisor samples from; 1 = all.</source>
        <translation>顾问采样所用的概率质量；1 = 全部。</translation>
    </message>
    <message>
        <source>Longest answer of the advisor, its reasoning included.</source>
        <translation>顾问回答的最大长度，包括推理过程。</translation>
    </message>
    <message>
        <source>Longest wait for one answer, seconds.</source>
        <translation>等待一个回答的最长时间，秒。</translation>
    </message>
    <message>
        <source>Questions to the advisor on their way at once.</source>
        <translation>同时向顾问发出的提问数。</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>questions</source>
        <translation>个提问</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>With beta: multiply the KL term by the ratio, so that its gradient is that of the KL itself (as DeepSeek-V3.2 and TRL have it); off: the estimator k3 alone, as in GRPO.</source>
        <translation>配合 beta：将 KL 项乘以比率，使其梯度成为 KL 本身的梯度（与 DeepSeek-V3.2 和 TRL 相同）；关闭：仅用 k3 估计量，与 GRPO 相同。</translation>
    </message>
    <message>
        <source>An answer with several complete code blocks: the last one counts, or it is invalid.</source>
        <translation>一个回答含有多个完整代码块时：以最后一个为准，或视为无效。</translation>
    </message>
    <message>
        <source>Answers that follow one another for each completion of a task, at most: each is asked for with the one before it and what the verifier said of it; grpo and best_of_n only.</source>
        <translation>任务的每个回答最多依次给出几次：每次都带着前一次的回答和验证器对它的说明再问；仅用于 grpo 和 best_of_n。</translation>
    </message>
    <message>
        <source>What a reward weighs in the return of the answer before it; 0 = each answer stands for itself.</source>
        <translation>奖励在前一个回答的回报中的权重；0 = 每个回答只算自己的。</translation>
    </message>
    <message>
        <source>Whose returns an advantage compares: answers of the same turn, or all to the same task.</source>
        <translation>优势比较哪些回答的回报：同一轮的回答，或同一任务的全部回答。</translation>
    </message>
    <message>
        <source>When no further answer is asked for: settled = after an accepted one whose speed is not known, accepted = after any accepted one, never = not before the last turn.</source>
        <translation>何时不再追问：settled = 被接受且速度未知之后，accepted = 任何被接受的回答之后，never = 最后一轮之前都不停。</translation>
    </message>
    <message>
        <source>Version of the prompt template of the second and later turns.</source>
        <translation>第二轮及以后各轮的提示模板的版本。</translation>
    </message>
    <message>
        <source>Answers of a validation sample that follow one another, at most; phases of mid-end and backend are always asked once.</source>
        <translation>每个验证样本最多依次给出的回答数；中端和后端阶段始终只问一次。</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>个回答</translation>
    </message>
    <message>
        <source>Which of them the curriculum counts as right: correct = those that the verifier accepts; raw = those whose outputs are right on the task&apos;s own inputs, however they came about (rejected ones are judged a second time for that).</source>
        <translation>课程将其中哪些计为正确：correct = 验证器接受的；raw = 在任务自身的输入上输出正确的，无论如何得来（被拒者为此再判定一次）。</translation>
    </message>
    <message>
        <source>What a speedup s earns: clip2 = min(s / 2, 1), log2 = min(log2(1 + s) / 2, 1), milestones = the share of reward.milestones that it reaches, literal_1.0 = 1 for each measured time; two_agent: log2 = log2(1 + s), milestones as before, else s.</source>
        <translation>加速比 s 所得的奖励：clip2 = min(s / 2, 1)，log2 = min(log2(1 + s) / 2, 1)，milestones = 达到的 reward.milestones 的占比，literal_1.0 = 每个测得的用时得 1；two_agent：log2 = log2(1 + s)，milestones 同前，其余为 s。</translation>
    </message>
    <message>
        <source>With reward.score = milestones: speedups in rising order, each worth as much.</source>
        <translation>reward.score = milestones 时：递增的加速比，每个价值相同。</translation>
    </message>
    <message>
        <source>With verify.atol: outputs are compared by torch.allclose with both, in place of the verifier&apos;s own bounds; every other check stays. none: those bounds.</source>
        <translation>与 verify.atol 一起：用 torch.allclose 以这两个数比较输出，代替验证器自身的上限；其他检查不变。none：用这些上限。</translation>
    </message>
    <message>
        <source>With verify.rtol: the absolute part of that tolerance, in the unit of the outputs.</source>
        <translation>与 verify.rtol 一起：该容差的绝对部分，以输出的单位计。</translation>
    </message>
    <message>
        <source>GPU whose speed is modelled for accepted candidates, from what the kernel machine counts; no GPU is needed, nothing is measured. none: no model.</source>
        <translation>为通过的候选内核建模其速度的 GPU，依据内核机的统计；不需要 GPU，不做测量。none：不建模。</translation>
    </message>
    <message>
        <source>Processor time of the compilation of one kernel, seconds.</source>
        <translation>编译一个内核的处理器时间，秒。</translation>
    </message>
    <message>
        <source>Processor time of one candidate on one of the task&apos;s own inputs, seconds; all other inputs together have twice as much.</source>
        <translation>一个候选在任务自身的一个输入上的处理器时间，秒；其他所有输入合计为其两倍。</translation>
    </message>
    <message>
        <source>What acceptance asks for, with extensions.multi_input: the task&apos;s own kind of inputs, the five of the report, or all that are judged. Failures on the others are shown and flagged.</source>
        <translation>验收所要求的内容，配合 extensions.multi_input：任务自身种类的输入、报告的五种输入，或所有被判定的输入。其他输入上的失败会显示并标记。</translation>
    </message>
    <message>
        <source>How AdamW keeps its two moments; int8: 8 bits a value, scaled in blocks of 2048, which takes a quarter of the memory and changes results a little.</source>
        <translation>AdamW 两个动量的存储方式；int8：每个值 8 位，每 2048 个为一块缩放，占用四分之一的内存，结果略有变化。</translation>
    </message>
    <message>
        <source>Base URL of an OpenAI-compatible endpoint whose model writes the samples in place of the policy, such as http://localhost:8000/v1; empty = the policy.</source>
        <translation>OpenAI 兼容端点的基础 URL，其模型代替训练中的策略写出样本，例如 http://localhost:8000/v1；空 = 由策略生成。</translation>
    </message>
    <message>
        <source>The model of best_of_n.endpoint, as the endpoint calls it.</source>
        <translation>best_of_n.endpoint 的模型，按端点的名称。</translation>
    </message>
    <message>
        <source>Name of the environment variable that holds the key of best_of_n.endpoint; empty = no key is sent. The key itself is never written anywhere.</source>
        <translation>保存 best_of_n.endpoint 密钥的环境变量名；空 = 不发送密钥。密钥本身从不写入任何地方。</translation>
    </message>
    <message>
        <source>Questions to best_of_n.endpoint on their way at once.</source>
        <translation>同时发往 best_of_n.endpoint 的问题数。</translation>
    </message>
    <message>
        <source>Products with the frozen base in 8-bit floating point while it learns and many rows are sampled: a fifth faster, the base once more in 8 bits; Ada, Hopper and later GPUs, adapters over bfloat16.</source>
        <translation>学习时以及同时采样多行时以 8 位浮点计算与冻结基座的乘积：快五分之一，基座另存一份 8 位副本；需 Ada、Hopper 及更新的 GPU，以及 bfloat16 基座上的适配器。</translation>
    </message>
    <message>
        <source>Tokens less probable than this share of the most probable one are not sampled from; 0 = all are.</source>
        <translation>概率低于最可能词元这一比例的词元不参与采样；0 = 全部参与。</translation>
    </message>
    <message>
        <source>Each rank of a run on several GPUs holds a part of the frozen base&apos;s layers, which are put together while they are used: for models that do not fit one GPU; adapters alone, slower.</source>
        <translation>在多个 GPU 上运行时，每个 rank 只保存冻结基座各层的一部分，使用时再拼合：适用于单个 GPU 放不下的模型；仅限适配器，速度较慢。</translation>
    </message>
</context>
<context>
    <name>SplitWords</name>
    <message>
        <source>no thinking section</source>
        <translation>没有思考部分</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判定</translation>
    </message>
    <message>
        <source>advantage of plan %1, of code %2</source>
        <translation>规划优势 %1，代码优势 %2</translation>
    </message>
    <message>
        <source>advantage %1</source>
        <translation>优势 %1</translation>
    </message>
    <message>
        <source>reward of plan %1, of code %2</source>
        <translation>规划奖励 %1，代码奖励 %2</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>奖励 %1</translation>
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
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>replays of a CUDA graph</source>
        <translation>CUDA graph 回放</translation>
    </message>
    <message>
        <source>single calls with their launch</source>
        <translation>含启动的单次调用</translation>
    </message>
    <message>
        <source>one call</source>
        <translation>一次调用</translation>
    </message>
    <message>
        <source>L2 cold</source>
        <translation>L2 冷缓存</translation>
    </message>
    <message>
        <source>L2 warm</source>
        <translation>L2 热缓存</translation>
    </message>
    <message>
        <source>%1: one call of each side decides nothing.</source>
        <translation>%1：双方各一次调用不足以裁定。</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, lies above %4.</source>
        <translation>%1：加速比区间 %2 至 %3 高于 %4。</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, lies below %4.</source>
        <translation>%1：加速比区间 %2 至 %3 低于 %4。</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, lies between %4 and %5.</source>
        <translation>%1：加速比区间 %2 至 %3 位于 %4 和 %5 之间。</translation>
    </message>
    <message>
        <source>%1: the interval of the speedup, %2 to %3, contains %4, so it is not settled on which side of it the candidate is.</source>
        <translation>%1：加速比区间 %2 至 %3 包含 %4，因此无法确定候选内核在其哪一侧。</translation>
    </message>
    <message>
        <source>IMPOSSIBLE: the candidate takes %1, and nothing that does this work can take less than %2.</source>
        <translation>IMPOSSIBLE：候选内核用时 %1，而完成此工作至少需要 %2。</translation>
    </message>
    <message>
        <source>IMPOSSIBLE: on values that it has met before the candidate takes %1 of the time of the first round, and the reference does not: it remembers answers.</source>
        <translation>IMPOSSIBLE：对于见过的数值，候选内核的用时是第一轮的 %1，而参考并非如此：它记住了答案。</translation>
    </message>
    <message>
        <source>Sides that differ by at most %1 count as the same here.</source>
        <translation>此处双方相差不超过 %1 即视为相同。</translation>
    </message>
    <message>
        <source>The candidate takes %1, eager PyTorch %2.</source>
        <translation>候选内核用时 %1，eager PyTorch 用时 %2。</translation>
    </message>
    <message>
        <source>Means of %1 and %2 calls without a tenth at both ends, with 95% intervals.</source>
        <translation>%1 次和 %2 次调用去除两端各十分之一后的均值，附 95% 区间。</translation>
    </message>
    <message>
        <source>Medians of %1 and %2 samples with 95% intervals.</source>
        <translation>%1 个和 %2 个样本的中位数，附 95% 区间。</translation>
    </message>
    <message>
        <source>1 unit was measured again, because the clock had moved.</source>
        <translation>因时钟变动，重新测量了 1 个单元。</translation>
    </message>
    <message numerus="yes">
        <source>%n units were measured again, because the clock had moved.</source>
        <translation>
            <numerusform>因时钟变动，重新测量了 %n 个单元。</numerusform>
        </translation>
    </message>
    <message>
        <source>The driver says that the clocks were held back by: %1.</source>
        <translation>驱动程序报告时钟受限，原因：%1。</translation>
    </message>
    <message>
        <source>the %1 that have to be moved need %2 at the peak of the memory</source>
        <translation>必须搬运的 %1 以显存峰值带宽需要 %2</translation>
    </message>
    <message>
        <source>a kernel that does nothing takes %1</source>
        <translation>什么都不做的内核用时 %1</translation>
    </message>
    <message>
        <source>single calls</source>
        <translation>单次调用</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>eager PyTorch</source>
        <translation>eager PyTorch</translation>
    </message>
    <message>
        <source>speedup over eager</source>
        <translation>相对 eager 的加速比</translation>
    </message>
    <message>
        <source>Time of eager PyTorch / time of the candidate, above 1 is better</source>
        <translation>eager PyTorch 用时 / 候选内核用时，大于 1 更好</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>speedup over compiled</source>
        <translation>相对编译版的加速比</translation>
    </message>
    <message>
        <source>%1, candidate</source>
        <translation>%1，候选内核</translation>
    </message>
    <message>
        <source>%1, eager</source>
        <translation>%1，eager</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <translation>%1 至 %2 %3</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>之前和之后</translation>
    </message>
    <message>
        <source>SM clock</source>
        <translation>SM 时钟</translation>
    </message>
    <message>
        <source>MHz</source>
        <translation>MHz</translation>
    </message>
    <message>
        <source>Median, lowest and highest block, from spins of a known number of cycles</source>
        <translation>中位数、最低块和最高块，由已知周期数的空转测得</translation>
    </message>
    <message>
        <source>highest SM clock</source>
        <translation>最高 SM 时钟</translation>
    </message>
    <message>
        <source>memory clock</source>
        <translation>显存时钟</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>held back by</source>
        <translation>受限原因</translation>
    </message>
    <message>
        <source>floor</source>
        <translation>时间下限</translation>
    </message>
    <message>
        <source>moving the bytes</source>
        <translation>搬运字节</translation>
    </message>
    <message>
        <source>At the peak bandwidth of this GPU&apos;s memory</source>
        <translation>以此 GPU 的显存峰值带宽</translation>
    </message>
    <message>
        <source>empty kernel</source>
        <translation>空内核</translation>
    </message>
    <message>
        <source>A kernel that does nothing, in the same kind of graph</source>
        <translation>同类 CUDA graph 中什么都不做的内核</translation>
    </message>
    <message>
        <source>counts as the same</source>
        <translation>视为相同</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <source>units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Candidate, reference, reference, candidate</source>
        <translation>候选、参考、参考、候选</translation>
    </message>
    <message>
        <source>units again</source>
        <translation>重测单元</translation>
    </message>
    <message>
        <source>Measured again because the clock had moved</source>
        <translation>因时钟变动而重新测量</translation>
    </message>
    <message>
        <source>copies of the inputs</source>
        <translation>输入的副本</translation>
    </message>
    <message>
        <source>Candidate / reference: replays go round over them</source>
        <translation>候选 / 参考：回放轮流使用这些副本</translation>
    </message>
    <message>
        <source>alone on the GPU</source>
        <translation>独占 GPU</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>driver</source>
        <translation>驱动程序</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>none of tl.dot</source>
        <translation>无 tl.dot</translation>
    </message>
    <message>
        <source>%1 bytes read</source>
        <translation>%1 读取字节</translation>
    </message>
    <message>
        <source>%1 bytes written</source>
        <translation>%1 写入字节</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 运算数</translation>
    </message>
    <message>
        <source>Floating-point operations of tl.dot</source>
        <translation>tl.dot 的浮点运算</translation>
    </message>
    <message>
        <source>%1 bound of an H200</source>
        <translation>%1 H200 下限</translation>
    </message>
    <message>
        <source>%1 µs, by %2</source>
        <translation>%1 µs，受限于%2</translation>
    </message>
    <message>
        <source>No H200 can be faster at its published peaks</source>
        <translation>任何 H200 在其公布的峰值下都不会更快</translation>
    </message>
    <message>
        <source>%1 %2×</source>
        <translation>%1 %2×</translation>
    </message>
    <message>
        <source>%1 (decides)</source>
        <translation>%1（据此裁定）</translation>
    </message>
    <message>
        <source>over torch.compile</source>
        <translation>相对 torch.compile</translation>
    </message>
    <message>
        <source>GPU time: not measured.</source>
        <translation>GPU 时间：未测量。</translation>
    </message>
    <message>
        <source>No kernel was compiled, so nothing can be said about its speed.</source>
        <translation>没有编译任何内核，因此无法评价其速度。</translation>
    </message>
    <message>
        <source>Static facts say this much: an H200 needs at least %1 for what one forward moves and computes; %2 is the limit.</source>
        <translation>静态信息表明：H200 完成一次 forward 的数据搬运和计算至少需要 %1；瓶颈是%2。</translation>
    </message>
    <message>
        <source>Static facts of the compiled kernels are in the table.</source>
        <translation>已编译内核的静态信息见表格。</translation>
    </message>
    <message>
        <source>%1 registers</source>
        <translation>%1 寄存器</translation>
    </message>
    <message>
        <source>Per thread</source>
        <translation>每线程</translation>
    </message>
    <message>
        <source>%1 spills</source>
        <translation>%1 溢出</translation>
    </message>
    <message>
        <source>4-byte words of local memory per thread</source>
        <translation>每线程本地内存的 4 字节字数</translation>
    </message>
    <message>
        <source>%1 shared memory</source>
        <translation>%1 共享内存</translation>
    </message>
    <message>
        <source>Per block</source>
        <translation>每块</translation>
    </message>
    <message>
        <source>%1 occupancy</source>
        <translation>%1 占用率</translation>
    </message>
    <message>
        <source>Share of 64 warps; the limit is %1</source>
        <translation>占 64 个 warp 的比例；受限于 %1</translation>
    </message>
    <message>
        <source>%1 launches</source>
        <translation>%1 启动</translation>
    </message>
    <message>
        <source>In one forward call</source>
        <translation>一次 forward 调用中</translation>
    </message>
    <message>
        <source>one forward:</source>
        <translation>一次 forward：</translation>
    </message>
    <message>
        <source>clocks setting</source>
        <translation>时钟设置</translation>
    </message>
    <message>
        <source>power cap</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>hardware slowdown</source>
        <translation>硬件降速</translation>
    </message>
    <message>
        <source>sync boost</source>
        <translation>同步加速</translation>
    </message>
    <message>
        <source>software thermal</source>
        <translation>温度（软件）</translation>
    </message>
    <message>
        <source>hardware thermal</source>
        <translation>温度（硬件）</translation>
    </message>
    <message>
        <source>power brake</source>
        <translation>功率制动</translation>
    </message>
    <message>
        <source>display clocks</source>
        <translation>显示时钟</translation>
    </message>
    <message>
        <source>torch.compile measured</source>
        <translation>torch.compile 测量时间</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>%1 前</translation>
    </message>
    <message>
        <source>In an earlier run, and kept since</source>
        <translation>在以往的训练中测得，保留至今</translation>
    </message>
    <message>
        <source>Modelled for an %1, not measured: %2 against %3 of eager PyTorch, %4×.</source>
        <translation>针对 %1 建模，未实测：%2，eager PyTorch 为 %3，%4×。</translation>
    </message>
    <message>
        <source>modelled time, %1</source>
        <translation>建模用时，%1</translation>
    </message>
    <message>
        <source>Launches, and for each kernel the longer of its bytes and its operations at the published peaks of an %1; nobody measured it</source>
        <translation>启动用时，加上每个内核按 %1 公布峰值计算的字节用时与运算用时中较长者；未经实测</translation>
    </message>
    <message>
        <source>modelled launches, %1</source>
        <translation>建模启动数，%1</translation>
    </message>
    <message>
        <source>modelled bytes, %1</source>
        <translation>建模字节，%1</translation>
    </message>
    <message>
        <source>modelled operations, %1</source>
        <translation>建模运算，%1</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>modelled speedup</source>
        <translation>建模加速比</translation>
    </message>
    <message>
        <source>Of the model, for an %1; nobody measured it</source>
        <translation>模型估算，针对 %1；未经实测</translation>
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
        <translation>对数概率不低于 %1</translation>
    </message>
    <message>
        <source>p &lt; %1</source>
        <translation>p &lt; %1</translation>
    </message>
    <message>
        <source>log-probability below %1</source>
        <translation>对数概率低于 %1</translation>
    </message>
    <message>
        <source>&lt; %1 nat</source>
        <translation>&lt; %1 nat</translation>
    </message>
    <message>
        <source>as open as a choice among up to %1 equal tokens</source>
        <translation>相当于在至多 %1 个等概率词元中选择</translation>
    </message>
    <message>
        <source>≥ %1 nat</source>
        <translation>≥ %1 nat</translation>
    </message>
    <message>
        <source>as open as a choice among %1 or more equal tokens</source>
        <translation>相当于在 %1 个或更多等概率词元中选择</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>plan and code</source>
        <translation>规划与代码</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>thinking, prose, and the end token</source>
        <translation>思考、文字和结束词元</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>the extracted block with its fences</source>
        <translation>提取的代码块及其围栏</translation>
    </message>
    <message>
        <source>(no text)</source>
        <translation>（无文本）</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 或更大</translation>
    </message>
    <message>
        <source>token %1 of %2 · %3 · id %4 · %5 · p %6 · log p %7 · entropy %8 nat · rank %9</source>
        <translation>词元 %1/%2 · %3 · id %4 · %5 · p %6 · log p %7 · 熵 %8 nat · 排名 %9</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>neither</source>
        <translation>两者皆非</translation>
    </message>
    <message>
        <source>%1: reward %2, advantage %3</source>
        <translation>%1：奖励 %2，优势 %3</translation>
    </message>
    <message>
        <source>%1: reward %2, advantage %3 (%4)</source>
        <translation>%1：奖励 %2，优势 %3（%4）</translation>
    </message>
    <message>
        <source>the thinking section, and prose where the settings say so</source>
        <translation>思考部分，以及设置规定计入的文字</translation>
    </message>
    <message>
        <source>prose that learns from neither reward</source>
        <translation>不从任何一种奖励学习的文字</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 plan, %2 code, %3 neither</source>
        <translation>规划 %1，代码 %2，其他 %3</translation>
    </message>
    <message>
        <source>%1 plan, %2 code</source>
        <translation>规划 %1，代码 %2</translation>
    </message>
    <message>
        <source>%1 (%2) · mean log p %3 · perplexity %4 · mean entropy %5 nat</source>
        <translation>%1（%2）· 平均 log p %3 · 困惑度 %4 · 平均熵 %5 nat</translation>
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
        <translation>原始</translation>
    </message>
    <message>
        <source>values ×2</source>
        <translation>数值 ×2</translation>
    </message>
    <message>
        <source>The original inputs, floating values doubled.</source>
        <translation>原始输入，浮点值加倍。</translation>
    </message>
    <message>
        <source>new seed</source>
        <translation>新种子</translation>
    </message>
    <message>
        <source>Inputs and parameters drawn again, in the same tensors.</source>
        <translation>在相同张量中重新抽取输入和参数。</translation>
    </message>
    <message>
        <source>larger dims</source>
        <translation>更大尺寸</translation>
    </message>
    <message>
        <source>Every free size a third larger, and odd.</source>
        <translation>每个自由尺寸增大三分之一，且为奇数。</translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation>其他类型</translation>
    </message>
    <message>
        <source>float32 as float16, anything else as float32.</source>
        <translation>float32 换为 float16，其余换为 float32。</translation>
    </message>
    <message>
        <source>zero mean</source>
        <translation>零均值</translation>
    </message>
    <message>
        <source>Floating values of both signs around zero.</source>
        <translation>零附近正负皆有的浮点值。</translation>
    </message>
    <message>
        <source>few changed</source>
        <translation>少量改动</translation>
    </message>
    <message>
        <source>The inputs of the row before in the same tensors, but for a few elements.</source>
        <translation>与前一行相同张量的输入，仅少数元素不同。</translation>
    </message>
    <message>
        <source>large values</source>
        <translation>大数值</translation>
    </message>
    <message>
        <source>Floating values times 100; integers of both signs.</source>
        <translation>浮点值乘 100；整数正负皆有。</translation>
    </message>
    <message>
        <source>small values</source>
        <translation>小数值</translation>
    </message>
    <message>
        <source>Floating values times 0.001, some lines zero where that is sure to have one answer.</source>
        <translation>浮点值乘 0.001，在答案唯一处部分行为零。</translation>
    </message>
    <message>
        <source>constant values</source>
        <translation>常数值</translation>
    </message>
    <message>
        <source>Every floating value is −0.5, or 0.5 where the reference needs that.</source>
        <translation>每个浮点值为 −0.5，或在参考需要处为 0.5。</translation>
    </message>
    <message>
        <source>other numbers</source>
        <translation>其他数字</translation>
    </message>
    <message>
        <source>Numbers given to forward and parameters that no seed changes, moved.</source>
        <translation>改动传给 forward 的数字及不受种子影响的参数。</translation>
    </message>
    <message>
        <source>other flags</source>
        <translation>其他开关</translation>
    </message>
    <message>
        <source>True and false given to forward, turned.</source>
        <translation>传给 forward 的真假值取反。</translation>
    </message>
    <message>
        <source>beyond limits</source>
        <translation>越界值</translation>
    </message>
    <message>
        <source>Values on both sides of the limits that the reference compares with.</source>
        <translation>参考所比较界限两侧的值。</translation>
    </message>
    <message>
        <source>not numbers</source>
        <translation>非数值</translation>
    </message>
    <message>
        <source>Some elements NaN or infinite, where the reference handles that itself.</source>
        <translation>部分元素为 NaN 或无穷，参考自身能处理时。</translation>
    </message>
    <message>
        <source>eval mode</source>
        <translation>eval 模式</translation>
    </message>
    <message>
        <source>odd dims</source>
        <translation>不规则尺寸</translation>
    </message>
    <message>
        <source>Free sizes beyond a power of two that are multiples of nothing convenient.</source>
        <translation>超过 2 的幂且不是方便倍数的自由尺寸。</translation>
    </message>
    <message>
        <source>one long dim, 1st</source>
        <translation>单维加长，第 1</translation>
    </message>
    <message>
        <source>one long dim, 2nd</source>
        <translation>单维加长，第 2</translation>
    </message>
    <message>
        <source>one long dim, 3rd</source>
        <translation>单维加长，第 3</translation>
    </message>
    <message>
        <source>equal dims apart</source>
        <translation>等尺寸分开</translation>
    </message>
    <message>
        <source>Sizes that were equal by chance differ.</source>
        <translation>偶然相等的尺寸变得不同。</translation>
    </message>
    <message>
        <source>dims of one</source>
        <translation>尺寸为一</translation>
    </message>
    <message>
        <source>Free sizes of one.</source>
        <translation>自由尺寸为一。</translation>
    </message>
    <message>
        <source>strided inputs</source>
        <translation>跨步输入</translation>
    </message>
    <message>
        <source>special values</source>
        <translation>特殊值</translation>
    </message>
    <message>
        <source>Some elements are infinite, huge, 0 or −0.</source>
        <translation>部分元素为无穷、极大、0 或 −0。</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>Matrix products on the GPU round their inputs to TF32, ten bits of mantissa, which is Triton&apos;s default. The result is right within TF32 and would not pass in float32.</source>
        <translation>GPU 上的矩阵乘法将输入舍入为 TF32（十位尾数），这是 Triton 的默认设置。结果在 TF32 内正确，在 float32 下则不会通过。</translation>
    </message>
    <message>
        <source>sanitizer</source>
        <translation>sanitizer</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s compute-sanitizer found something in a kernel on the GPU: memory outside of what is allocated, a race, a read of memory that nobody wrote, or a barrier that not all threads reach. What each of its tools says stands below the inputs.</source>
        <translation>NVIDIA 的 compute-sanitizer 在 GPU 内核中有发现：越界内存、竞争、读取未写内存，或并非所有线程都到达的屏障。各工具的结果见输入下方。</translation>
    </message>
    <message>
        <source>Wrong, or fails, when an input is not contiguous. A kernel may ask for contiguous inputs, so this rejects nothing.</source>
        <translation>输入不连续时错误或失败。内核可以要求连续输入，因此不会拒绝。</translation>
    </message>
    <message>
        <source>Differs from PyTorch where inputs are infinite, huge, 0 or −0. An honest reformulation may do that, so this rejects nothing.</source>
        <translation>输入为无穷、极大、0 或 −0 时与 PyTorch 不同。诚实的改写可能如此，因此不会拒绝。</translation>
    </message>
    <message>
        <source>small values lost</source>
        <translation>丢失小值</translation>
    </message>
    <message>
        <source>Zero for elements far below the others, where PyTorch has a value. Honest formulas such as log(1 + exp(x)) do that, so this rejects nothing.</source>
        <translation>远小于其他元素之处为零，而 PyTorch 有值。log(1 + exp(x)) 之类的诚实公式会如此，因此不会拒绝。</translation>
    </message>
    <message>
        <source>state not updated</source>
        <translation>状态未更新</translation>
    </message>
    <message>
        <source>The reference changes a buffer, such as running statistics, that later forwards in train mode do not read; the candidate leaves it. This rejects nothing.</source>
        <translation>参考会更改缓冲区（如运行统计），训练模式下之后的 forward 不读取；候选内核未更改。不会拒绝。</translation>
    </message>
    <message>
        <source>compiler crash</source>
        <translation>编译器崩溃</translation>
    </message>
    <message>
        <source>Triton&apos;s own compiler crashed on a launch that only unusual sizes lead to. What the kernel computes there was judged all the same.</source>
        <translation>Triton 自身的编译器在异常尺寸的启动上崩溃。内核在该处的计算仍被判定。</translation>
    </message>
    <message>
        <source>nondeterministic reference</source>
        <translation>参考不确定</translation>
    </message>
    <message>
        <source>The reference gave two answers to the same inputs with two seeds, in eval mode too. An honest candidate may be rejected for the difference.</source>
        <translation>参考对相同输入用两个种子给出两种答案，eval 模式下亦然。诚实的候选可能因此被拒。</translation>
    </message>
    <message>
        <source>precision downgrade</source>
        <translation>精度下降</translation>
    </message>
    <message>
        <source>Within the bound, but over 16 times less precise than PyTorch in this dtype: somewhere the candidate computes with fewer bits.</source>
        <translation>在上限内，但比 PyTorch 在此类型下的精度低 16 倍以上：候选在某处用了更少的位。</translation>
    </message>
    <message>
        <source>non-contiguous output</source>
        <translation>输出不连续</translation>
    </message>
    <message>
        <source>The output is not contiguous in memory: what reads it next may be slower, or copy it.</source>
        <translation>输出在内存中不连续：后续读取可能更慢或需复制。</translation>
    </message>
    <message>
        <source>torch operators</source>
        <translation>torch 算子</translation>
    </message>
    <message>
        <source>Torch operators compute a part of the answer; the policy &quot;best system&quot; allows it.</source>
        <translation>部分答案由 torch 算子计算；“best system”规则允许。</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>The source calls torch.compile.</source>
        <translation>源代码调用了 torch.compile。</translation>
    </message>
    <message>
        <source>try with a fallback</source>
        <translation>带后备的 try</translation>
    </message>
    <message>
        <source>An exception handler returns something: the answer may come from another path. This rejects nothing.</source>
        <translation>异常处理返回了内容：答案可能来自其他路径。不会拒绝。</translation>
    </message>
    <message>
        <source>calls exec</source>
        <translation>调用 exec</translation>
    </message>
    <message>
        <source>The source runs code that it makes as text.</source>
        <translation>源代码执行以文本生成的代码。</translation>
    </message>
    <message>
        <source>calls eval</source>
        <translation>调用 eval</translation>
    </message>
    <message>
        <source>The source evaluates code that it makes as text.</source>
        <translation>源代码求值以文本生成的代码。</translation>
    </message>
    <message>
        <source>calls compile</source>
        <translation>调用 compile</translation>
    </message>
    <message>
        <source>The source compiles code that it makes as text.</source>
        <translation>源代码编译以文本生成的代码。</translation>
    </message>
    <message>
        <source>calls __import__</source>
        <translation>调用 __import__</translation>
    </message>
    <message>
        <source>The source imports by a name made at run time.</source>
        <translation>源代码用运行时生成的名称导入。</translation>
    </message>
    <message>
        <source>calls globals</source>
        <translation>调用 globals</translation>
    </message>
    <message>
        <source>The source reads or changes its module by names.</source>
        <translation>源代码按名称读取或更改自身模块。</translation>
    </message>
    <message>
        <source>calls open</source>
        <translation>调用 open</translation>
    </message>
    <message>
        <source>The source opens files; the sandbox shows it none.</source>
        <translation>源代码打开文件；沙箱中没有文件。</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未发现</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s), first: %1</source>
        <translation>
            <numerusform>%n 项发现，首项：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>warp</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>smaller shapes</source>
        <translation>较小的形状</translation>
    </message>
    <message>
        <source>The sizes of the task are too large to be judged here; smaller ones of the same kind took their place.</source>
        <translation>任务的尺寸过大，无法在此评判；以同类的较小尺寸代替。</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>沿用判定</translation>
    </message>
    <message>
        <source>Judged in an earlier run on the same inputs and kept since; nothing that the verdict rests on has changed. Its times are those of that judgement.</source>
        <translation>在以往的训练中以相同输入判定并保留至今；判定所依据的内容均未改变。用时为当时判定的用时。</translation>
    </message>
    <message>
        <source>typed tolerance</source>
        <translation>手动容差</translation>
    </message>
    <message>
        <source>Values were compared by torch.allclose with numbers that somebody typed in, not by the verifier&apos;s own bounds: another yardstick, by which other candidates are right.</source>
        <translation>数值用 torch.allclose 以手动输入的数比较，而不是用验证器自身的上限：这是另一把尺子，按它判为正确的候选内核也不同。</translation>
    </message>
    <message>
        <source>The smallest sizes that the reference takes.</source>
        <translation>参考可接受的最小尺寸。</translation>
    </message>
    <message>
        <source>As get_inputs() of the reference draws them; judged first.</source>
        <translation>由参考的 get_inputs() 抽取；最先判定。</translation>
    </message>
    <message>
        <source>mixed values</source>
        <translation>混合值</translation>
    </message>
    <message>
        <source>At the task&apos;s own size, rows of every kind beside each other: negative, times 100, times 0.001, zero, equal, far above and far below zero.</source>
        <translation>任务自身的尺寸，各种行并排：负值、乘以 100、乘以 0.001、零、相等、远大于零和远小于零。</translation>
    </message>
    <message>
        <source>equal values</source>
        <translation>相等值</translation>
    </message>
    <message>
        <source>Many equal values, where the first of them is the answer of an index.</source>
        <translation>许多相等的值，其中第一个的索引为答案。</translation>
    </message>
    <message>
        <source>Inputs that lie otherwise in memory than the task&apos;s.</source>
        <translation>在内存中的排列与任务不同的输入。</translation>
    </message>
    <message>
        <source>own sizes only</source>
        <translation>仅自身尺寸</translation>
    </message>
    <message>
        <source>Refuses sizes that the task does not ask for, with an error that its caller sees. That is no wrong answer, so this rejects nothing.</source>
        <translation>以调用者可见的错误拒绝任务未要求的尺寸。这不是错误答案，因此不会拒绝。</translation>
    </message>
    <message>
        <source>own dtype only</source>
        <translation>仅自身类型</translation>
    </message>
    <message>
        <source>Refuses a dtype that the task does not ask for, with an error that its caller sees. That is no wrong answer, so this rejects nothing.</source>
        <translation>以调用者可见的错误拒绝任务未要求的类型。这不是错误答案，因此不会拒绝。</translation>
    </message>
    <message>
        <source>fails on other inputs</source>
        <translation>其他输入失败</translation>
    </message>
    <message>
        <source>Wrong, or fails, on inputs beside those that acceptance asks for: the candidate is not right in general.</source>
        <translation>在验收所要求之外的输入上错误或失败：该候选并非普遍正确。</translation>
    </message>
    <message>
        <source>inputs timed out</source>
        <translation>部分输入超时</translation>
    </message>
    <message>
        <source>Was not finished in time on some inputs beside the task&apos;s own, which were left out.</source>
        <translation>在任务自身以外的某些输入上未及时完成，这些输入被略去。</translation>
    </message>
    <message>
        <source>equal sizes</source>
        <translation>相等尺寸</translation>
    </message>
    <message>
        <source>Wrong, or fails, where two sizes differ that the task writes as the same number. They may be meant to be the same, so this rejects nothing.</source>
        <translation>当任务写成同一数字的两个尺寸不同时错误或失败。它们可能本应相同，因此不会拒绝。</translation>
    </message>
    <message>
        <source>packs weights</source>
        <translation>打包权重</translation>
    </message>
    <message>
        <source>Keeps a copy of the weights that it makes once. It is right with the weights of its constructor, and would not follow others that are loaded later.</source>
        <translation>保留一次性制作的权重副本。使用其构造函数的权重时正确，但不会跟随之后加载的其他权重。</translation>
    </message>
    <message>
        <source>few changed again</source>
        <translation>少量改动（再次）</translation>
    </message>
    <message>
        <source>Two elements of one input have changed places, for a candidate that may know inputs again.</source>
        <translation>一个输入中的两个元素互换位置，针对可能认出输入的候选。</translation>
    </message>
    <message>
        <source>few changed last</source>
        <translation>少量改动（最后）</translation>
    </message>
    <message>
        <source>One input of the other sign, behind all other inputs, for a candidate that may know inputs again.</source>
        <translation>一个输入取相反符号，排在所有其他输入之后，针对可能认出输入的候选。</translation>
    </message>
    <message>
        <source>far numbers</source>
        <translation>大幅数值</translation>
    </message>
    <message>
        <source>one flag</source>
        <translation>单个标记</translation>
    </message>
    <message>
        <source>One of several flags given to forward, turned alone.</source>
        <translation>传给 forward 的多个标记中仅翻转一个。</translation>
    </message>
    <message>
        <source>other choices</source>
        <translation>其他选项</translation>
    </message>
    <message>
        <source>Another axis, text, 0, 1 or −1 given to forward, or another value than a default.</source>
        <translation>向 forward 传入其他轴、文本、0、1 或 −1，或与默认值不同的值。</translation>
    </message>
    <message>
        <source>on edges</source>
        <translation>位于边界</translation>
    </message>
    <message>
        <source>Some elements equal to the numbers that the reference compares or rounds them with.</source>
        <translation>部分元素等于参考实现用来比较或舍入它们的数值。</translation>
    </message>
    <message>
        <source>peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>The largest and the smallest element of each row lie at another place each time.</source>
        <translation>每行的最大和最小元素每次位于不同的位置。</translation>
    </message>
    <message>
        <source>The largest free size is long, the others are 1 or 2.</source>
        <translation>最大自由尺寸很长，其余为 1 或 2。</translation>
    </message>
    <message>
        <source>The second free size is long, the others are 1 or 2.</source>
        <translation>第二自由尺寸很长，其余为 1 或 2。</translation>
    </message>
    <message>
        <source>The third free size is long, the others are 1 or 2.</source>
        <translation>第三自由尺寸很长，其余为 1 或 2。</translation>
    </message>
    <message>
        <source>one long dim, 1st, again</source>
        <translation>单维加长，第 1，再次</translation>
    </message>
    <message>
        <source>The largest free size is long, another multiple than before, the others are 2 or 1.</source>
        <translation>最大自由尺寸很长，倍数与之前不同，其余为 2 或 1。</translation>
    </message>
    <message>
        <source>one long dim, 2nd, again</source>
        <translation>单维加长，第 2，再次</translation>
    </message>
    <message>
        <source>The second free size is long, another multiple than before, the others are 2 or 1.</source>
        <translation>第二自由尺寸很长，倍数与之前不同，其余为 2 或 1。</translation>
    </message>
    <message>
        <source>far sizes</source>
        <translation>超大尺寸</translation>
    </message>
    <message>
        <source>One size beyond all blocks and programs, for kernels that are the same for all sizes.</source>
        <translation>一个超出所有块与程序的尺寸，用于对所有尺寸都相同的内核。</translation>
    </message>
    <message>
        <source>own choices only</source>
        <translation>仅自身选项</translation>
    </message>
    <message>
        <source>halved</source>
        <translation>减半</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with the largest halved, for candidates that refuse others.</source>
        <translation>任务自身的尺寸，其中最大者减半，用于拒绝其他尺寸的候选。</translation>
    </message>
    <message>
        <source>doubled</source>
        <translation>加倍</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with the largest doubled, for candidates that refuse others.</source>
        <translation>任务自身的尺寸，其中最大者加倍，用于拒绝其他尺寸的候选。</translation>
    </message>
    <message>
        <source>rescaled</source>
        <translation>调整尺寸</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with another one halved or doubled, for candidates that refuse others.</source>
        <translation>任务自身的尺寸，其中另一项减半或加倍，用于拒绝其他尺寸的候选。</translation>
    </message>
    <message>
        <source>Numbers given to forward, several times as large.</source>
        <translation>传给 forward 的数值放大数倍。</translation>
    </message>
    <message>
        <source>turned numbers</source>
        <translation>变号数值</translation>
    </message>
    <message>
        <source>Numbers given to forward, of the other sign.</source>
        <translation>传给 forward 的数值变号。</translation>
    </message>
    <message>
        <source>The model in eval(), where the others are judged training; with gradients on.</source>
        <translation>模型处于 eval()，其他则在训练模式下判定；开启梯度。</translation>
    </message>
    <message>
        <source>all zero</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>One floating input of zeros; compared coarsely: NaN, infinity and values far off are wrong.</source>
        <translation>一个浮点输入全为零；粗略比较：NaN、无穷和相差很大的值为错误。</translation>
    </message>
    <message>
        <source>equal rows</source>
        <translation>等值行</translation>
    </message>
    <message>
        <source>Rows of one number each, far from zero; compared coarsely: NaN, infinity and values far off are wrong.</source>
        <translation>每行为同一个远离零的数；粗略比较：NaN、无穷和相差很大的值为错误。</translation>
    </message>
    <message>
        <source>one uneven</source>
        <translation>一项为奇数</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes with one of them odd and larger, for candidates that refuse others.</source>
        <translation>任务自身的尺寸，其中一项为奇数且更大，用于拒绝其他尺寸的候选。</translation>
    </message>
    <message>
        <source>ones grown</source>
        <translation>一增大</translation>
    </message>
    <message>
        <source>Sizes of one or none, such as of a batch of one, are larger.</source>
        <translation>为一或零的尺寸（例如批大小为一）变大。</translation>
    </message>
    <message>
        <source>longer lists</source>
        <translation>更长的列表</translation>
    </message>
    <message>
        <source>Lists given to forward hold one more.</source>
        <translation>传给 forward 的列表多一项。</translation>
    </message>
    <message>
        <source>shorter lists</source>
        <translation>更短的列表</translation>
    </message>
    <message>
        <source>Lists given to forward hold one less.</source>
        <translation>传给 forward 的列表少一项。</translation>
    </message>
    <message>
        <source>third dtype</source>
        <translation>第三种类型</translation>
    </message>
    <message>
        <source>float32 and float16 as bfloat16, bfloat16 as float16, at small sizes.</source>
        <translation>float32 与 float16 换成 bfloat16，bfloat16 换成 float16，小尺寸。</translation>
    </message>
    <message>
        <source>other integers</source>
        <translation>其他整数</translation>
    </message>
    <message>
        <source>Whole numbers of 64 bits in 32, and those of 32 bits in 64.</source>
        <translation>64 位整数换成 32 位，32 位整数换成 64 位。</translation>
    </message>
    <message>
        <source>other branches</source>
        <translation>其他分支</translation>
    </message>
    <message>
        <source>A size, number or value beyond one that the reference compares with in Python, so that it goes another way.</source>
        <translation>尺寸、数或值越过参考在 Python 中所比较的数，使其走另一条路。</translation>
    </message>
    <message>
        <source>other weights</source>
        <translation>其他权重</translation>
    </message>
    <message>
        <source>Learnt weights drawn anew by another rule than the reference&apos;s own, as training leaves them.</source>
        <translation>按不同于参考实现的规则重新生成可学习权重，如训练后的样子。</translation>
    </message>
    <message>
        <source>equal dims</source>
        <translation>等尺寸</translation>
    </message>
    <message>
        <source>Free sizes all the same, and the same as one of a weight.</source>
        <translation>所有可变尺寸相同，且与某个权重的尺寸相同。</translation>
    </message>
    <message>
        <source>one-sided values</source>
        <translation>偏向一端的值</translation>
    </message>
    <message>
        <source>Floating values near the ends of the range that the task draws; most of the whole numbers the same.</source>
        <translation>接近任务取值范围两端的浮点值；大多数整数相同。</translation>
    </message>
    <message>
        <source>all magnitudes</source>
        <translation>所有数量级</translation>
    </message>
    <message>
        <source>Floating values of all sizes, up to a million times those of the task.</source>
        <translation>各种大小的浮点值，最大为任务取值的一百万倍。</translation>
    </message>
    <message>
        <source>wide sizes</source>
        <translation>双向大尺寸</translation>
    </message>
    <message>
        <source>Two sizes at once beyond several tiles, the others small.</source>
        <translation>两个尺寸同时超出若干分块，其余尺寸较小。</translation>
    </message>
    <message>
        <source>blocks of 128</source>
        <translation>128 的整块</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 128, for kernels with such a block.</source>
        <translation>最大自由尺寸为三个或五个 128 的块，用于具有此类块的内核。</translation>
    </message>
    <message>
        <source>blocks of 256</source>
        <translation>256 的整块</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 256, for kernels with such a block.</source>
        <translation>最大自由尺寸为三个或五个 256 的块，用于具有此类块的内核。</translation>
    </message>
    <message>
        <source>blocks of 512</source>
        <translation>512 的整块</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 512, for kernels with such a block.</source>
        <translation>最大自由尺寸为三个或五个 512 的块，用于具有此类块的内核。</translation>
    </message>
    <message>
        <source>blocks of 1024</source>
        <translation>1024 的整块</translation>
    </message>
    <message>
        <source>The largest free size is three or five blocks of 1024, for kernels with such a block.</source>
        <translation>最大自由尺寸为三个或五个 1024 的块，用于具有此类块的内核。</translation>
    </message>
    <message>
        <source>named sizes</source>
        <translation>所提及的尺寸</translation>
    </message>
    <message>
        <source>The largest free size beyond a number that the candidate&apos;s text names.</source>
        <translation>最大的可变尺寸超过候选代码文本中提到的某个数。</translation>
    </message>
    <message>
        <source>named sizes, 2nd</source>
        <translation>所提及的尺寸，第二个</translation>
    </message>
    <message>
        <source>The second free size beyond a number that the candidate&apos;s text names.</source>
        <translation>第二大的可变尺寸超过候选代码文本中提到的某个数。</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>同时</translation>
    </message>
    <message>
        <source>Several things at once, as the seed says: sizes, values, dtype, mode, numbers and flags.</source>
        <translation>由种子决定、同时改变的多项：尺寸、数值、数据类型、模式、数字和标记。</translation>
    </message>
    <message>
        <source>at once, 2nd</source>
        <translation>同时（第二）</translation>
    </message>
    <message>
        <source>Several things at once, as the seed says, drawn anew.</source>
        <translation>由种子决定、同时改变的多项，重新抽取。</translation>
    </message>
    <message>
        <source>far below zero</source>
        <translation>远低于零</translation>
    </message>
    <message>
        <source>All numbers far below zero, below what a kernel may write for minus infinity.</source>
        <translation>所有数都远低于零，低于内核可能用来代替负无穷的数。</translation>
    </message>
    <message>
        <source>named sizes, farthest</source>
        <translation>所提及的尺寸，最远</translation>
    </message>
    <message>
        <source>The largest free size beyond the largest product of two numbers of the candidate&apos;s text.</source>
        <translation>最大的可变尺寸，超过候选代码文本中任意两个数的最大乘积。</translation>
    </message>
    <message>
        <source>named sizes, farthest, 2nd</source>
        <translation>所提及的尺寸，最远，第二个</translation>
    </message>
    <message>
        <source>The second free size beyond the largest product of two numbers of the candidate&apos;s text.</source>
        <translation>第二大的可变尺寸，超过候选代码文本中任意两个数的最大乘积。</translation>
    </message>
    <message>
        <source>Values beside numbers that the candidate&apos;s kernels compare with.</source>
        <translation>候选的内核用来比较的数附近的值。</translation>
    </message>
    <message>
        <source>Values beyond what the candidate&apos;s kernels compare with, where nothing has reached it.</source>
        <translation>在没有值达到过的地方，超出候选的内核所比较的数的值。</translation>
    </message>
    <message>
        <source>compared numbers</source>
        <translation>比较的数</translation>
    </message>
    <message>
        <source>compared numbers, beyond</source>
        <translation>比较的数，超出</translation>
    </message>
    <message>
        <source>other features</source>
        <translation>其他特征数</translation>
    </message>
    <message>
        <source>Other sizes of weights than the task&apos;s, given to the constructor, beyond a block of 128.</source>
        <translation>传给构造函数的权重尺寸与任务不同，超过 128 的一个块。</translation>
    </message>
    <message>
        <source>far features</source>
        <translation>很大的特征数</translation>
    </message>
    <message>
        <source>One size of the weights beyond a block of 1024, given to the constructor.</source>
        <translation>传给构造函数的一个权重尺寸超过 1024 的一个块。</translation>
    </message>
    <message>
        <source>Refuses another axis, text, option or size of its weights than the task&apos;s, with an error that its caller sees. That is no wrong answer, so this rejects nothing.</source>
        <translation>以调用者可见的错误拒绝与任务不同的轴、文本、选项或权重尺寸。这不算错误答案，因此不会导致拒绝。</translation>
    </message>
    <message>
        <source>Sizes a little below the task&apos;s own: a block of the next power of two is the same.</source>
        <translation>略小于任务自身的尺寸：下一个 2 的幂的块仍相同。</translation>
    </message>
    <message>
        <source>near own sizes</source>
        <translation>接近自身尺寸</translation>
    </message>
    <message>
        <source>numbers of zero</source>
        <translation>数为零</translation>
    </message>
    <message>
        <source>Numbers given to forward are zero.</source>
        <translation>传给 forward 的数为零。</translation>
    </message>
    <message>
        <source>infinite number</source>
        <translation>无穷大的数</translation>
    </message>
    <message>
        <source>One of the numbers given to forward is infinite, where not much of the answer is.</source>
        <translation>传给 forward 的一个数为无穷大，而回答中无穷大不多。</translation>
    </message>
    <message>
        <source>whole numbers</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>Numbers given to forward are whole, and values of both signs.</source>
        <translation>传给 forward 的数为整数，取值有正有负。</translation>
    </message>
    <message>
        <source>one left out</source>
        <translation>省略一个</translation>
    </message>
    <message>
        <source>None in the place of an argument that forward need not be given.</source>
        <translation>用 None 代替一个 forward 不必得到的参数。</translation>
    </message>
    <message>
        <source>another left out</source>
        <translation>省略另一个</translation>
    </message>
    <message>
        <source>None in the place of another argument that forward need not be given.</source>
        <translation>用 None 代替另一个 forward 不必得到的参数。</translation>
    </message>
    <message>
        <source>lists of one</source>
        <translation>单元素列表</translation>
    </message>
    <message>
        <source>Lists given to forward hold their first item alone.</source>
        <translation>传给 forward 的列表只含第一项。</translation>
    </message>
    <message>
        <source>uneven lists</source>
        <translation>不等长列表</translation>
    </message>
    <message>
        <source>Each tensor of a list has a size of its own, where the task&apos;s are of one shape.</source>
        <translation>任务中形状相同的列表里，每个张量各有自己的大小。</translation>
    </message>
    <message>
        <source>third dtype, one long dim</source>
        <translation>第三种 dtype，一个长维</translation>
    </message>
    <message>
        <source>The third dtype where the largest free size is long.</source>
        <translation>最大的可变大小很长时用第三种 dtype。</translation>
    </message>
    <message>
        <source>empty parts</source>
        <translation>空的部分</translation>
    </message>
    <message>
        <source>Some parts that whole numbers tell of, such as sequences or experts, have nothing.</source>
        <translation>整数所说明的一些部分（如序列或专家）为空。</translation>
    </message>
    <message>
        <source>whole blocks, apart</source>
        <translation>整块且不同</translation>
    </message>
    <message>
        <source>Free sizes are whole blocks, and each another number of them.</source>
        <translation>可变大小都是整块，且块数各不相同。</translation>
    </message>
    <message>
        <source>whole blocks, apart, 2nd</source>
        <translation>整块且不同，第 2 种</translation>
    </message>
    <message>
        <source>The same with the largest of those sizes the least.</source>
        <translation>同上，但其中最大的变为最小。</translation>
    </message>
    <message>
        <source>harsh values beyond</source>
        <translation>更大处的苛刻取值</translation>
    </message>
    <message>
        <source>At larger sizes, for which the candidate has other kernels: rows of every kind beside each other.</source>
        <translation>在候选另有内核的更大大小上：各种行并列。</translation>
    </message>
    <message>
        <source>harsh values beyond, 2nd</source>
        <translation>更大处的苛刻取值，第 2 种</translation>
    </message>
    <message>
        <source>The same at other sizes, for which it has yet other kernels.</source>
        <translation>同上，在它又另有内核的其他大小上。</translation>
    </message>
    <message>
        <source>edges beyond</source>
        <translation>更大处的边界值</translation>
    </message>
    <message>
        <source>At such sizes, values that the reference compares or rounds.</source>
        <translation>在这样的大小上，取参考所比较或舍入的值。</translation>
    </message>
    <message>
        <source>arguments beyond</source>
        <translation>更大处的参数</translation>
    </message>
    <message>
        <source>dtype beyond</source>
        <translation>更大处的 dtype</translation>
    </message>
    <message>
        <source>At such sizes, another dtype.</source>
        <translation>在这样的大小上用另一种 dtype。</translation>
    </message>
    <message>
        <source>drawn larger</source>
        <translation>取得更大</translation>
    </message>
    <message>
        <source>As get_inputs() draws them with one of its whole numbers several times as large.</source>
        <translation>get_inputs() 把其中一个整数放大数倍后所抽取的输入。</translation>
    </message>
    <message>
        <source>drawn larger, 2nd</source>
        <translation>取得更大，第 2 种</translation>
    </message>
    <message>
        <source>The same with another one of its numbers.</source>
        <translation>同上，用它的另一个数。</translation>
    </message>
    <message>
        <source>drawn larger, 3rd</source>
        <translation>取得更大，第 3 种</translation>
    </message>
    <message>
        <source>The same with yet another one of its numbers.</source>
        <translation>同上，再用它的另一个数。</translation>
    </message>
    <message>
        <source>unpromised values</source>
        <translation>未约定的取值</translation>
    </message>
    <message>
        <source>Values without what all draws of the task have in common, such as an order.</source>
        <translation>不带任务每次抽取的共同点（如次序）的取值。</translation>
    </message>
    <message>
        <source>a dim of zero</source>
        <translation>一个维为零</translation>
    </message>
    <message>
        <source>One of the sizes is none.</source>
        <translation>其中一个大小为零。</translation>
    </message>
    <message>
        <source>promised values</source>
        <translation>约定的取值</translation>
    </message>
    <message>
        <source>Wrong, or fails, on values without what all draws of the task have in common: an order, an identity, halves that are alike. They may be promised, so this rejects nothing.</source>
        <translation>在不带任务每次抽取的共同点（次序、恒等、相同的两半）的取值上出错或失败。它们可能是约定的，所以不据此拒绝。</translation>
    </message>
    <message>
        <source>dim of zero</source>
        <translation>维为零</translation>
    </message>
    <message>
        <source>Wrong, or fails, where one of the sizes is none, as of an empty batch.</source>
        <translation>在某个大小为零（如空批次）时出错或失败。</translation>
    </message>
    <message>
        <source>warp in step</source>
        <translation>线程束同步</translation>
    </message>
    <message>
        <source>Threads of one warp meet in memory without a barrier. A GPU&apos;s warp goes in step and keeps their order, which nothing promises: a barrier (tl.debug_barrier) would.</source>
        <translation>同一线程束的线程在内存中相遇而没有屏障。GPU 的线程束步调一致，会保持它们的次序，但没有任何保证：屏障（tl.debug_barrier）才能保证。</translation>
    </message>
    <message>
        <source>changes torch</source>
        <translation>改变 torch</translation>
    </message>
    <message>
        <source>Changes a setting or a function of torch that all of a process share. What runs beside it, such as a reference, may answer otherwise or take another time.</source>
        <translation>改变了整个进程共用的 torch 设置或函数。同时运行的程序（如参考）可能给出不同的回答或用时不同。</translation>
    </message>
    <message>
        <source>few inputs</source>
        <translation>输入很少</translation>
    </message>
    <message>
        <source>Few inputs beside the task&apos;s own suited this task, or could be afforded: what was not tried may be wrong.</source>
        <translation>除任务自己的输入外，适合此任务或负担得起的输入很少：没有试过的可能是错的。</translation>
    </message>
    <message>
        <source>all true</source>
        <translation>全为真</translation>
    </message>
    <message>
        <source>All of true and false given to forward is true.</source>
        <translation>传给 forward 的真假值全为真。</translation>
    </message>
    <message>
        <source>all false</source>
        <translation>全为假</translation>
    </message>
    <message>
        <source>All of true and false given to forward is false.</source>
        <translation>传给 forward 的真假值全为假。</translation>
    </message>
    <message>
        <source>At such sizes, other numbers and choices given to forward.</source>
        <translation>在这样的大小上，传给 forward 其他数和选择。</translation>
    </message>
    <message>
        <source>other settings</source>
        <translation>其他设置</translation>
    </message>
    <message>
        <source>Another number or text given to the constructor than the task&apos;s.</source>
        <translation>传给构造函数的数或文本与任务的不同。</translation>
    </message>
    <message>
        <source>other settings, 2nd</source>
        <translation>其他设置，第 2 种</translation>
    </message>
    <message>
        <source>The same with another one of its arguments.</source>
        <translation>同上，用它的另一个参数。</translation>
    </message>
    <message>
        <source>fixed settings</source>
        <translation>固定的设置</translation>
    </message>
    <message>
        <source>counts in torch</source>
        <translation>在 torch 中计数</translation>
    </message>
    <message>
        <source>settings that may have to fit</source>
        <translation>可能须相配的设置</translation>
    </message>
    <message>
        <source>Another number given to the constructor, which may have to fit the sizes of inputs.</source>
        <translation>给构造函数的另一个数，它可能须与输入的大小相配。</translation>
    </message>
    <message>
        <source>settings that may have to fit, 2nd</source>
        <translation>可能须相配的设置，第 2 种</translation>
    </message>
    <message>
        <source>changes the process</source>
        <translation>改变进程</translation>
    </message>
    <message>
        <source>Changes a setting or a function of Python, NumPy or Triton, or the environment, that all of a process share. What runs beside it may go another way.</source>
        <translation>更改 Python、NumPy 或 Triton 的设置或函数，或环境变量，而这些由整个进程共享。与它一起运行的内容可能会走另一条路径。</translation>
    </message>
    <message>
        <source>other state</source>
        <translation>状态不同</translation>
    </message>
    <message>
        <source>Parameters and buffers have other names or shapes than the reference&apos;s: a checkpoint of the reference does not load as it is. Weights were copied in their order.</source>
        <translation>参数和缓冲区的名称或形状与参考不同：参考的检查点无法原样加载。权重按顺序复制。</translation>
    </message>
    <message>
        <source>untried lines</source>
        <translation>未运行的行</translation>
    </message>
    <message>
        <source>Lines of its Python ran on no input, though the function around them did: a size, a dtype or a setting leads there that was not tried. Nothing is known of what they do.</source>
        <translation>其 Python 中有些行在任何输入上都没有运行，尽管所在的函数运行过：通向那里的尺寸、dtype 或设置没有试过。不知道它们做什么。</translation>
    </message>
    <message>
        <source>about an epsilon</source>
        <translation>接近 epsilon</translation>
    </message>
    <message>
        <source>Lines of values about as small as what the reference adds before it divides or takes a root.</source>
        <translation>数值行与参考在除法或开方之前所加的数差不多小。</translation>
    </message>
    <message>
        <source>at once, 3rd</source>
        <translation>同时，第 3</translation>
    </message>
    <message>
        <source>at once, 4th</source>
        <translation>同时，第 4</translation>
    </message>
    <message>
        <source>eval mode again</source>
        <translation>再次 eval 模式</translation>
    </message>
    <message>
        <source>Other values in the same tensors, behind eval mode.</source>
        <translation>eval 模式之后，同样的张量中的其他值。</translation>
    </message>
    <message>
        <source>third dtype again</source>
        <translation>再次第三种类型</translation>
    </message>
    <message>
        <source>Other values in the same tensors, behind the third dtype.</source>
        <translation>第三种类型之后，同样的张量中的其他值。</translation>
    </message>
    <message>
        <source>long size again</source>
        <translation>再次长尺寸</translation>
    </message>
    <message>
        <source>Other values in the same tensors, behind the longest size.</source>
        <translation>最长尺寸之后，同样的张量中的其他值。</translation>
    </message>
    <message>
        <source>one more than blocks</source>
        <translation>比整块多一</translation>
    </message>
    <message>
        <source>The largest size one more than a whole number of blocks, and the number of elements too.</source>
        <translation>最大的尺寸比整数个块多一，元素数也是。</translation>
    </message>
    <message>
        <source>other settings, 3rd</source>
        <translation>其他设置，第 3</translation>
    </message>
    <message>
        <source>The same with yet another one.</source>
        <translation>同上，再换一个。</translation>
    </message>
    <message>
        <source>other settings, 4th</source>
        <translation>其他设置，第 4</translation>
    </message>
    <message>
        <source>far settings</source>
        <translation>远离的设置</translation>
    </message>
    <message>
        <source>A number given to the constructor several times as large as the task&apos;s.</source>
        <translation>给构造函数的数字是任务的数倍。</translation>
    </message>
    <message>
        <source>far settings, 2nd</source>
        <translation>远离的设置，第 2</translation>
    </message>
    <message>
        <source>settings together</source>
        <translation>设置一起</translation>
    </message>
    <message>
        <source>All the arguments of the constructor at once that were others one by one.</source>
        <translation>逐个改过的构造函数参数全部同时更改。</translation>
    </message>
    <message>
        <source>composed settings</source>
        <translation>组合的设置</translation>
    </message>
    <message>
        <source>Another argument of the constructor with other sizes, values or another dtype.</source>
        <translation>构造函数的另一个参数，配以其他尺寸、数值或 dtype。</translation>
    </message>
    <message>
        <source>composed settings, 2nd</source>
        <translation>组合的设置，第 2</translation>
    </message>
    <message>
        <source>The same with other ones.</source>
        <translation>同上，换成别的。</translation>
    </message>
    <message>
        <source>composed settings, 3rd</source>
        <translation>组合的设置，第 3</translation>
    </message>
    <message>
        <source>without one output</source>
        <translation>不含一个输出</translation>
    </message>
    <message>
        <source>Values on which one of several outputs overflows or hangs on a rounding: the others are compared.</source>
        <translation>使多个输出之一溢出或取决于舍入的值：比较其余输出。</translation>
    </message>
    <message>
        <source>without one output, 2nd</source>
        <translation>不含一个输出，第 2</translation>
    </message>
    <message>
        <source>The same with other values.</source>
        <translation>同上，换成其他值。</translation>
    </message>
    <message>
        <source>without one output, 3rd</source>
        <translation>不含一个输出，第 3</translation>
    </message>
    <message>
        <source>one long dim, harsh</source>
        <translation>一个长维度，苛刻的值</translation>
    </message>
    <message>
        <source>A long size, as in one long dim, with rows of every kind beside each other.</source>
        <translation>一个长的大小（同“一个长维度”），各种行并排。</translation>
    </message>
    <message>
        <source>own way, harsh values</source>
        <translation>单独路径，苛刻的值</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own: rows of every kind beside each other.</source>
        <translation>候选走单独路径的参数或设置：各种行并排。</translation>
    </message>
    <message>
        <source>own way, harsh values, 2nd</source>
        <translation>单独路径，苛刻的值，第 2 个</translation>
    </message>
    <message>
        <source>own way, harsh values, 3rd</source>
        <translation>单独路径，苛刻的值，第 3 个</translation>
    </message>
    <message>
        <source>own way, other sizes</source>
        <translation>单独路径，其他大小</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own, at other sizes.</source>
        <translation>候选走单独路径的参数或设置，采用其他大小。</translation>
    </message>
    <message>
        <source>own way, other sizes, 2nd</source>
        <translation>单独路径，其他大小，第 2 个</translation>
    </message>
    <message>
        <source>own way, other sizes, 3rd</source>
        <translation>单独路径，其他大小，第 3 个</translation>
    </message>
    <message>
        <source>past blocks of 512</source>
        <translation>超出 512 的块</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 512, with many rows of every kind; for kernels with such a block.</source>
        <translation>最大的大小超出 512 的块，并有许多各种行；用于有这种块的内核。</translation>
    </message>
    <message>
        <source>past blocks of 1024</source>
        <translation>超出 1024 的块</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 1024, with many rows of every kind; for kernels with such a block.</source>
        <translation>最大的大小超出 1024 的块，并有许多各种行；用于有这种块的内核。</translation>
    </message>
    <message>
        <source>past blocks of 2048</source>
        <translation>超出 2048 的块</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 2048, with many rows of every kind; for kernels with such a block.</source>
        <translation>最大的大小超出 2048 的块，并有许多各种行；用于有这种块的内核。</translation>
    </message>
    <message>
        <source>past blocks of 4096</source>
        <translation>超出 4096 的块</translation>
    </message>
    <message>
        <source>The largest size beyond blocks of 4096, with many rows of every kind; for kernels with such a block.</source>
        <translation>最大的大小超出 4096 的块，并有许多各种行；用于有这种块的内核。</translation>
    </message>
    <message>
        <source>past blocks of 1024, 2nd size</source>
        <translation>超出 1024 的块，第二大小</translation>
    </message>
    <message>
        <source>The same of the second largest size.</source>
        <translation>同上，针对第二大的大小。</translation>
    </message>
    <message>
        <source>past blocks of 2048, 2nd size</source>
        <translation>超出 2048 的块，第二大小</translation>
    </message>
    <message>
        <source>past blocks of 4096, 2nd size</source>
        <translation>超出 4096 的块，第二大小</translation>
    </message>
    <message>
        <source>past blocks of 1024, 3rd size</source>
        <translation>超出 1024 的块，第三大小</translation>
    </message>
    <message>
        <source>The same of the third largest size.</source>
        <translation>同上，针对第三大的大小。</translation>
    </message>
    <message>
        <source>past blocks of 2048, 3rd size</source>
        <translation>超出 2048 的块，第三大小</translation>
    </message>
    <message>
        <source>past blocks of 4096, 3rd size</source>
        <translation>超出 4096 的块，第三大小</translation>
    </message>
    <message>
        <source>own way, long dim</source>
        <translation>单独路径，长维度</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own, with the largest size beyond several of its blocks.</source>
        <translation>候选走单独路径的参数或设置，最大的大小超出其若干个块。</translation>
    </message>
    <message>
        <source>own way, long dim, 2nd</source>
        <translation>单独路径，长维度，第 2 个</translation>
    </message>
    <message>
        <source>own way, long dim, 3rd</source>
        <translation>单独路径，长维度，第 3 个</translation>
    </message>
    <message>
        <source>own way, other long dim</source>
        <translation>单独路径，另一个长维度</translation>
    </message>
    <message>
        <source>The same with the second largest size.</source>
        <translation>同上，采用第二大的大小。</translation>
    </message>
    <message>
        <source>own way, other long dim, 2nd</source>
        <translation>单独路径，另一个长维度，第 2 个</translation>
    </message>
    <message>
        <source>own way, other long dim, 3rd</source>
        <translation>单独路径，另一个长维度，第 3 个</translation>
    </message>
    <message>
        <source>own way, other dtype</source>
        <translation>单独路径，其他数据类型</translation>
    </message>
    <message>
        <source>Arguments or settings for which the candidate goes a way of its own, in another dtype.</source>
        <translation>候选走单独路径的参数或设置，采用其他数据类型。</translation>
    </message>
    <message>
        <source>own way, other dtype, 2nd</source>
        <translation>单独路径，其他数据类型，第 2 个</translation>
    </message>
    <message>
        <source>own way, other dtype, 3rd</source>
        <translation>单独路径，其他数据类型，第 3 个</translation>
    </message>
    <message>
        <source>far settings, 3rd</source>
        <translation>相距很远的设置，第 3 个</translation>
    </message>
    <message>
        <source>far settings, 4th</source>
        <translation>相距很远的设置，第 4 个</translation>
    </message>
    <message>
        <source>idle settings</source>
        <translation>单独不起作用的设置</translation>
    </message>
    <message>
        <source>An argument of the constructor of which nothing comes alone, beside another one that gives it a say.</source>
        <translation>构造函数中单独不起作用的参数，与使其起作用的另一参数一同改变。</translation>
    </message>
    <message>
        <source>idle settings, 2nd</source>
        <translation>单独不起作用的设置，第 2 个</translation>
    </message>
    <message>
        <source>idle settings, 3rd</source>
        <translation>单独不起作用的设置，第 3 个</translation>
    </message>
    <message>
        <source>idle arguments</source>
        <translation>单独不起作用的参数</translation>
    </message>
    <message>
        <source>An argument of forward of which nothing comes alone, beside another one that gives it a say.</source>
        <translation>forward 中单独不起作用的参数，与使其起作用的另一参数一同改变。</translation>
    </message>
    <message>
        <source>idle arguments, 2nd</source>
        <translation>单独不起作用的参数，第 2 个</translation>
    </message>
    <message>
        <source>other weights by settings</source>
        <translation>设置带来的其他权重</translation>
    </message>
    <message>
        <source>Another argument of the constructor, with which there are other weights.</source>
        <translation>构造函数的另一个参数，由此产生不同的权重。</translation>
    </message>
    <message>
        <source>other weights by settings, 2nd</source>
        <translation>设置带来的其他权重，第 2 个</translation>
    </message>
    <message>
        <source>other weights by settings, 3rd</source>
        <translation>设置带来的其他权重，第 3 个</translation>
    </message>
    <message>
        <source>strided, own sizes</source>
        <translation>非连续，自身大小</translation>
    </message>
    <message>
        <source>The task&apos;s own sizes in another layout in memory; a kernel may ask for contiguous inputs without saying so.</source>
        <translation>任务自身的大小，但内存布局不同；内核可以要求连续的输入而不加说明。</translation>
    </message>
    <message>
        <source>Takes no notice of a number or text that the constructor is given, and answers as with the task&apos;s own, which rejects who takes other sizes; or goes wrong with one that may have to fit sizes, which rejects nothing.</source>
        <translation>忽略构造函数得到的数字或文本，仍按任务自身的设置回答：若它接受其他大小，则被拒绝；或在可能须与大小相符的数字上出错，这不会导致拒绝。</translation>
    </message>
    <message>
        <source>PyTorch computes with lengths, offsets or labels, a few whole numbers beside the inputs, before kernels run, or makes what the host only looks at, as whether indices lie in range. No answer comes of it without kernels.</source>
        <translation>在内核运行之前，PyTorch 用长度、偏移或标签等输入之外的少量整数进行计算，或得出主机只用来查看的结果，例如索引是否在范围内。没有内核就不会由此得到答案。</translation>
    </message>
    <message>
        <source>settings at their ends</source>
        <translation>取极端值的设置</translation>
    </message>
    <message>
        <source>An argument of the constructor zero, infinite, nothing at all, a pair, or a number that the reference compares with.</source>
        <translation>构造函数的一个参数取零、无穷、空值、一对数，或参考与之比较的数。</translation>
    </message>
    <message>
        <source>settings at their ends, 2nd</source>
        <translation>取极端值的设置，第 2 个</translation>
    </message>
    <message>
        <source>The same with another one of them.</source>
        <translation>同上，采用其中另一个。</translation>
    </message>
    <message>
        <source>settings at their ends, 3rd</source>
        <translation>取极端值的设置，第 3 个</translation>
    </message>
    <message>
        <source>settings at their ends, 4th</source>
        <translation>取极端值的设置，第 4 个</translation>
    </message>
    <message>
        <source>whole blocks along one dim</source>
        <translation>一个维度为整块</translation>
    </message>
    <message>
        <source>The largest size whole blocks, the others uneven.</source>
        <translation>最大的大小为整块，其余为奇数。</translation>
    </message>
    <message>
        <source>whole blocks along another dim</source>
        <translation>另一个维度为整块</translation>
    </message>
    <message>
        <source>The second largest size whole blocks, the others uneven.</source>
        <translation>第二大的大小为整块，其余为奇数。</translation>
    </message>
    <message>
        <source>long dim in half precision</source>
        <translation>半精度的长维度</translation>
    </message>
    <message>
        <source>A long size in half precision, with numbers of one sign: what is added up in it stands still there.</source>
        <translation>半精度下的长的大小，数值同号：以半精度累加的结果会停滞。</translation>
    </message>
</context>
<context>
    <name>Zoo</name>
    <message>
        <source>Attacks on the comparison</source>
        <translation>攻击比较</translation>
    </message>
    <message>
        <source>Candidates that make the judge agree, find what it expects, or give an answer that only a careless comparison takes.</source>
        <translation>使判定进程同意、找到其预期结果，或给出只有粗心比较才会接受的答案的候选内核。</translation>
    </message>
    <message>
        <source>Faults that go unnoticed</source>
        <translation>未被察觉的错误</translation>
    </message>
    <message>
        <source>Memory, race and resource faults that give the right answer by luck, or that take the judge down with them.</source>
        <translation>凭运气给出正确答案，或拖垮判定进程的内存、竞争和资源错误。</translation>
    </message>
    <message>
        <source>Right only on some inputs</source>
        <translation>仅在部分输入上正确</translation>
    </message>
    <message>
        <source>Each cheat agrees with its reference on the usual inputs of the task and on few others.</source>
        <translation>每个作弊样本在任务的常用输入和少数其他输入上与其参考一致。</translation>
    </message>
    <message>
        <source>Out of the sandbox</source>
        <translation>逃出沙箱</translation>
    </message>
    <message>
        <source>Each cheat reaches for something that is not its own; where the answer is right only if that succeeded, accepting it means that the sandbox has a hole.</source>
        <translation>每个作弊样本都试图触及不属于它的东西；若只有得逞时答案才正确，则通过它意味着沙箱有漏洞。</translation>
    </message>
    <message>
        <source>No work done, or not by the kernel</source>
        <translation>没有做功，或不是由内核完成</translation>
    </message>
    <message>
        <source>Candidates whose answer was computed by torch, numpy or Python, ahead of the call, or not at all.</source>
        <translation>答案由 torch、numpy 或 Python 计算，或在调用之前算好，或根本未计算的候选内核。</translation>
    </message>
    <message>
        <source>Less precise than the task</source>
        <translation>精度低于任务</translation>
    </message>
    <message>
        <source>Each cheat computes the right thing with fewer digits than the task&apos;s dtype gives.</source>
        <translation>每个作弊样本计算正确的内容，但位数少于任务类型所给。</translation>
    </message>
    <message>
        <source>Against the clock</source>
        <translation>对抗时钟</translation>
    </message>
    <message>
        <source>Each cheat is right when it is looked at and does less, or nothing, while it is timed.</source>
        <translation>每个作弊样本在被检查时正确，而在计时期间做得更少或什么都不做。</translation>
    </message>
</context>
<context>
    <name>ZooResults</name>
    <message>
        <source>accepted</source>
        <translation>通过验证</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被拒</translation>
    </message>
    <message>
        <source>rejected for %1</source>
        <translation>因%1被拒</translation>
    </message>
    <message>
        <source>; or accepted, because the act has no effect here</source>
        <translation>；或通过，因为该行为在此不起作用</translation>
    </message>
    <message>
        <source>; cannot be told on a CPU</source>
        <translation>；在 CPU 上无法识别</translation>
    </message>
    <message>
        <source>; cannot be told on a GPU</source>
        <translation>；在 GPU 上无法识别</translation>
    </message>
    <message>
        <source>accepted with the flag %1, because the task promises what it needs</source>
        <translation>通过但带有标记 %1，因为任务保证了其所需条件</translation>
    </message>
    <message>
        <source>contained</source>
        <translation>已遏制</translation>
    </message>
    <message>
        <source>flagged %1</source>
        <translation>已标记 %1</translation>
    </message>
    <message>
        <source>not judgeable here</source>
        <translation>此处无法判定</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
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
        <translation>配方</translation>
    </message>
    <message>
        <source>Metric of the ablation</source>
        <translation>消融的指标</translation>
    </message>
    <message>
        <source>Combinations of the extensions</source>
        <translation>扩展的组合</translation>
    </message>
    <message>
        <source>%1 · %2 of %3 combinations</source>
        <translation>%1 · %2/%3 种组合</translation>
    </message>
    <message>
        <source>multi-input</source>
        <translation>多输入</translation>
    </message>
    <message>
        <source>staged evaluation</source>
        <translation>分阶段评估</translation>
    </message>
    <message>
        <source>adaptive curriculum</source>
        <translation>自适应课程</translation>
    </message>
    <message>
        <source>calibrated timing</source>
        <translation>校准计时</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Of the smoothed values at the last step, over seeds</source>
        <translation>最后一步的平滑值，按种子统计</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>against none</source>
        <translation>相对无扩展</translation>
    </message>
    <message>
        <source>Difference from the runs without any extension</source>
        <translation>与不含任何扩展的训练之差</translation>
    </message>
    <message>
        <source>✓ on</source>
        <translation>✓ 开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>No run with this combination has the metric</source>
        <translation>此组合没有带该指标的训练</translation>
    </message>
    <message>
        <source>Multi-input testing</source>
        <translation>多输入测试</translation>
    </message>
    <message>
        <source>Staged evaluation</source>
        <translation>分阶段评估</translation>
    </message>
    <message>
        <source>Adaptive curriculum</source>
        <translation>自适应课程</translation>
    </message>
    <message>
        <source>Calibrated timing</source>
        <translation>校准计时</translation>
    </message>
    <message>
        <source>%1: no pair of runs that differs in it alone.</source>
        <translation>%1：没有仅在此项上不同的成对训练。</translation>
    </message>
    <message>
        <source>No ablation yet</source>
        <translation>还没有消融实验</translation>
    </message>
    <message>
        <source>Runs of the same recipe that differ in the four extensions appear here; &quot;nereid ablate&quot; makes all 16 of them. Add their folder to the table.</source>
        <translation>同一配方、四个扩展开关不同的运行会显示在这里；“nereid ablate” 会生成全部 16 个。请把它们的文件夹加入表格。</translation>
    </message>
    <message numerus="yes">
        <source>%1 (95% interval %2 to %3, %n seeds)</source>
        <translation>
            <numerusform>%1（95% 区间 %2 至 %3，%n 个种子）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 on average over %n pairs.</source>
        <translation>
            <numerusform>%1：%n 对训练平均 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with %2: %3.</source>
        <translation>%1 与 %2：%3。</translation>
    </message>
    <message>
        <source>Interactions:</source>
        <translation>交互作用：</translation>
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
        <translation>现在不可用</translation>
    </message>
</context>
<context>
    <name>nereid::app::AdviceTools</name>
    <message>
        <source>The advice beside the record cannot be read</source>
        <translation>无法读取记录旁的意见</translation>
    </message>
    <message>
        <source>The advice is shown, but could not be kept</source>
        <translation>意见已显示，但无法保存</translation>
    </message>
</context>
<context>
    <name>nereid::app::AdvisorDialog</name>
    <message>
        <source>Advisor</source>
        <translation>顾问</translation>
    </message>
    <message>
        <source>A language model behind an OpenAI-compatible endpoint says what it thinks of a candidate. Reference and candidate are sent there as text. Its advice decides nothing.</source>
        <translation>OpenAI 兼容端点后的语言模型给出对候选的看法。参考和候选会以文本形式发送到该端点。其意见不作任何决定。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The key is read from this environment variable when it is needed, and never stored</source>
        <translation>需要时从此环境变量读取密钥，从不保存</translation>
    </message>
    <message>
        <source>&amp;Endpoint</source>
        <translation>端点(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Variable with the &amp;key</source>
        <translation>密钥变量(&amp;K)</translation>
    </message>
    <message>
        <source>Use this advisor</source>
        <translation>使用此顾问</translation>
    </message>
</context>
<context>
    <name>nereid::app::BenchEditor</name>
    <message>
        <source>candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>Reference source</source>
        <translation>参考源代码</translation>
    </message>
    <message>
        <source>Candidate source</source>
        <translation>候选内核源代码</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open, save or choose the %1</source>
        <translation>打开、保存或选择 %1</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>PyTorch reference</source>
        <translation>PyTorch 参考</translation>
    </message>
    <message>
        <source>Open file...</source>
        <translation>打开文件...</translation>
    </message>
    <message>
        <source>From the task list...</source>
        <translation>从任务列表选择...</translation>
    </message>
    <message>
        <source>New from template</source>
        <translation>从模板新建</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>%1 · %2 · changed</source>
        <translation>%1 · %2 · 已更改</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Open a Python file</source>
        <translation>打开 Python 文件</translation>
    </message>
    <message>
        <source>Python (*.py);;All files (*)</source>
        <translation>Python (*.py);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the %1</source>
        <translation>保存 %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::BenchTools</name>
    <message>
        <source>%1, in the editors</source>
        <translation>%1，编辑器中</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 · not judged</source>
        <translation>%1 · 未判定</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>The reference had changes that no file holds; another text took its place.</source>
        <translation>参考中有未存入文件的更改；它已被其他文本取代。</translation>
    </message>
    <message>
        <source>The candidate had changes that no file holds; another text took its place.</source>
        <translation>候选内核中有未存入文件的更改；它已被其他文本取代。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Judgements written to %1: %2.</source>
        <translation>已写入 %1 的判定：%2。</translation>
    </message>
    <message>
        <source>Judgements read from %1: %2.</source>
        <translation>已从 %1 读取的判定：%2。</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>%1 · other references</source>
        <translation>%1 · 参考不同</translation>
    </message>
    <message>
        <source>One of the two was not judged. Restore it and verify.</source>
        <translation>两者之一尚未判定。请恢复它并验证。</translation>
    </message>
    <message>
        <source>One judgement deleted.</source>
        <translation>已删除 1 个判定。</translation>
    </message>
    <message numerus="yes">
        <source>%n judgements deleted.</source>
        <translation>
            <numerusform>已删除 %n 个判定。</numerusform>
        </translation>
    </message>
    <message>
        <source>The template cannot be read</source>
        <translation>无法读取模板</translation>
    </message>
</context>
<context>
    <name>nereid::app::CloseQuestion</name>
    <message>
        <source>A run is going on</source>
        <translation>训练正在进行</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is at step %L2. What should happen to it?</source>
        <translation>“%1”在第 %L2 步。如何处理？</translation>
    </message>
    <message>
        <source>A stopped run continues later from its checkpoint, bit for bit. A run that keeps running has no
window; Nereid shows it again when you start it.</source>
        <translation>停止的训练之后可从检查点逐位一致地继续。继续运行的训练没有窗口；
再次启动 Nereid 时会显示它。</translation>
    </message>
    <message>
        <source>&amp;Stop after a checkpoint and close</source>
        <translation>保存检查点后停止并关闭(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keep running without a window</source>
        <translation>无窗口继续运行(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>The run of the queue is kept for the next time, or follows without a window too.</source>
        <translation>队列中的训练会保留到下次，或在没有窗口时也继续进行。</translation>
    </message>
    <message numerus="yes">
        <source>The %n runs of the queue are kept for the next time, or follow without a window too.</source>
        <translation>
            <numerusform>队列中的 %n 个训练会保留到下次，或在没有窗口时也继续进行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::app::CommandPalette</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Search and commands</source>
        <translation>搜索与命令</translation>
    </message>
    <message>
        <source>Type a command, a run or a task</source>
        <translation>输入命令、训练或任务</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Hide plot: %1</source>
        <translation>隐藏图表：%1</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Example run</source>
        <translation>示例训练</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Nothing matches &quot;%1&quot;. Commands, runs, plots, tasks and examples are searched.</source>
        <translation>没有与“%1”匹配的内容。搜索范围包括命令、运行、图表、任务和示例。</translation>
    </message>
</context>
<context>
    <name>nereid::app::CurveTools</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>The run cannot be laid over</source>
        <translation>无法叠加该训练</translation>
    </message>
    <message>
        <source>%1 holds no record. Choose the folder of a run.</source>
        <translation>%1 中没有记录。请选择训练的文件夹。</translation>
    </message>
    <message>
        <source>Choose folder...</source>
        <translation>选择文件夹...</translation>
    </message>
    <message>
        <source>Run to lay over the curves</source>
        <translation>要叠加到曲线上的训练</translation>
    </message>
    <message>
        <source>Curves written to %1.</source>
        <translation>曲线已写入 %1。</translation>
    </message>
</context>
<context>
    <name>nereid::app::DebugTools</name>
    <message>
        <source>Step through a program of this kernel</source>
        <translation>逐步查看此内核的一个程序</translation>
    </message>
    <message>
        <source>It is judged once more; then every value of the program that stored the first wrong element can be looked at, forward and backward.</source>
        <translation>将再次判定；之后可以向前和向后查看写入第一个错误元素的程序的每个值。</translation>
    </message>
    <message>
        <source>No program to step through</source>
        <translation>没有可逐步查看的程序</translation>
    </message>
    <message>
        <source>Choose an episode or judge a kernel; then every value of it can be looked at.</source>
        <translation>选择一个回合或判定一个内核；之后可以查看它的每个值。</translation>
    </message>
    <message>
        <source>There is no such element</source>
        <translation>没有这个元素</translation>
    </message>
    <message>
        <source>Judging...</source>
        <translation>正在判定...</translation>
    </message>
    <message>
        <source>The program runs once more, and all of its values are kept.</source>
        <translation>程序将再运行一次，并保留其所有值。</translation>
    </message>
    <message>
        <source>There is nothing to step through</source>
        <translation>没有可逐步查看的内容</translation>
    </message>
    <message>
        <source>No program ran on these inputs: %1</source>
        <translation>在这些输入上没有程序运行：%1</translation>
    </message>
</context>
<context>
    <name>nereid::app::DockTools</name>
    <message>
        <source>Put back into the window</source>
        <translation>放回窗口</translation>
    </message>
</context>
<context>
    <name>nereid::app::Docks</name>
    <message>
        <source>Docks</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::EstimateView</name>
    <message>
        <source>libtorch and Python</source>
        <translation>libtorch 和 Python</translation>
    </message>
    <message>
        <source>measured with no model loaded</source>
        <translation>未加载模型时测得</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>parameters of config.json × bytes of model.dtype</source>
        <translation>config.json 的参数数 × model.dtype 的字节数</translation>
    </message>
    <message>
        <source>weights of the ref policy</source>
        <translation>参考策略的权重</translation>
    </message>
    <message>
        <source>a second copy, because grpo.beta is above 0</source>
        <translation>第二份副本，因为 grpo.beta 大于 0</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>rank × (inputs + outputs) of each target, float32</source>
        <translation>每个目标的秩 × (输入 + 输出)，float32</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>master weights, gradients, two moments: 16 bytes a weight</source>
        <translation>主权重、梯度、两个矩：每个权重 16 字节</translation>
    </message>
    <message>
        <source>gradients of autograd</source>
        <translation>autograd 的梯度</translation>
    </message>
    <message>
        <source>one value a trained weight</source>
        <translation>每个受训权重一个值</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>键和值</translation>
    </message>
    <message>
        <source>weights packed for decoding</source>
        <translation>为解码打包的权重</translation>
    </message>
    <message>
        <source>a second copy while completions are made</source>
        <translation>生成回答期间的第二份副本</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>生成时</translation>
    </message>
    <message>
        <source>updating</source>
        <translation>更新时</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>held</source>
        <translation>占用时段</translation>
    </message>
    <message>
        <source>how it is reckoned</source>
        <translation>计算方式</translation>
    </message>
    <message>
        <source>Parts of the estimate</source>
        <translation>估算的组成部分</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>at most %1 on the GPU, %2 of main memory</source>
        <translation>GPU 上至多 %1，主内存至多 %2</translation>
    </message>
    <message>
        <source>at most %1: trainer %2, judges %3</source>
        <translation>至多 %1：训练器 %2，判定进程 %3</translation>
    </message>
    <message>
        <source>%1; %2 of %3 are free</source>
        <translation>%1；可用 %2，共 %3</translation>
    </message>
    <message>
        <source>This run may need more memory than this machine has. Take shorter completions, fewer of them a step, or adapters.</source>
        <translation>此训练所需的内存可能超出本机所有。请缩短回答、减少每步的回答数，或使用适配器。</translation>
    </message>
    <message>
        <source>This run may need more memory than is free now. Close other programs, or let it wait in the queue.</source>
        <translation>此训练所需的内存可能超出当前可用量。请关闭其他程序，或让它在队列中等待。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>checkpoints at most %1</source>
        <translation>检查点至多 %1</translation>
    </message>
    <message>
        <source>%1, record about %2 a step</source>
        <translation>%1，记录每步约 %2</translation>
    </message>
    <message>
        <source>%1; the record depends on the texts</source>
        <translation>%1；记录大小取决于文本</translation>
    </message>
    <message>
        <source>%1; %2 are free</source>
        <translation>%1；可用 %2</translation>
    </message>
    <message>
        <source>This run may need more disk than is free. Keep fewer checkpoints, or choose a folder on another disk.</source>
        <translation>此训练所需的磁盘空间可能超出可用量。请少保留检查点，或选择另一磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>looking for earlier runs...</source>
        <translation>正在查找以往的训练...</translation>
    </message>
    <message>
        <source>no earlier run on this machine with this model and batch</source>
        <translation>本机上没有使用此模型和批次的以往训练</translation>
    </message>
    <message>
        <source>about %1, %2 a step by one earlier run on this machine</source>
        <translation>约 %1，每步 %2，依据本机 1 个以往训练</translation>
    </message>
    <message numerus="yes">
        <source>about %1, %2 a step by %n earlier runs on this machine</source>
        <translation>
            <numerusform>约 %1，每步 %2，依据本机 %n 个以往训练</numerusform>
        </translation>
    </message>
    <message>
        <source>peak on the GPU</source>
        <translation>GPU 峰值</translation>
    </message>
    <message>
        <source>peak of the trainer</source>
        <translation>训练器峰值</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>what is always held and the larger phase</source>
        <translation>始终占用的部分加较大的阶段</translation>
    </message>
    <message>
        <source>trainer in main memory</source>
        <translation>主内存中的训练器</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载时</translation>
    </message>
    <message>
        <source>libraries, and the weights on their way</source>
        <translation>库，以及传输中的权重</translation>
    </message>
    <message>
        <source>judges</source>
        <translation>判定进程</translation>
    </message>
    <message>
        <source>measured: processes of the verifier, and each candidate at once</source>
        <translation>测得：验证器的进程，以及同时判定的每个候选内核</translation>
    </message>
    <message>
        <source>one checkpoint</source>
        <translation>一个检查点</translation>
    </message>
    <message>
        <source>on disk</source>
        <translation>磁盘上</translation>
    </message>
    <message>
        <source>trained weights and two moments, float32</source>
        <translation>受训权重和两个矩，float32</translation>
    </message>
    <message>
        <source>2 × layers × key heads × head size, for all tokens that are generated at once</source>
        <translation>2 × 层数 × 键头数 × 头维度，计入同时生成的所有词元</translation>
    </message>
    <message>
        <source>weights of the start</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>a copy of what is trained, for phases that begin with it</source>
        <translation>受训权重的副本，供以其为起点的阶段使用</translation>
    </message>
    <message>
        <source>%1, most in %2</source>
        <translation>%1，%2 中最多</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>about %1: %2</source>
        <translation>约 %1：%2</translation>
    </message>
    <message>
        <source>peak in %1</source>
        <translation>%1 的峰值</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>its steps</source>
        <translation>其各步</translation>
    </message>
    <message>
        <source>%1; the parts above are those of this phase</source>
        <translation>%1；以上各部分属于此阶段</translation>
    </message>
    <message>
        <source>what a forward pass keeps of each token; passes of at most 2 GB, on a GPU of what is left of its memory, 37 GB at most</source>
        <translation>前向传播为每个词元保留的内容；每遍最多 2 GB，在 GPU 上为其显存所余，最多 37 GB</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>内存分配器</translation>
    </message>
    <message>
        <source>freed pieces that the C library keeps: a twentieth of the rest</source>
        <translation>C 库保留的已释放内存块：其余部分的二十分之一</translation>
    </message>
</context>
<context>
    <name>nereid::app::EvidenceTools</name>
    <message>
        <source>Save the script</source>
        <translation>保存脚本</translation>
    </message>
    <message>
        <source>Python (*.py);;All files (*)</source>
        <translation>Python (*.py);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Making the input of the script again...</source>
        <translation>正在重新生成脚本的输入...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>There is no script</source>
        <translation>没有脚本</translation>
    </message>
    <message>
        <source>The script is on the clipboard. It runs the code of both sides outside of any sandbox.</source>
        <translation>脚本已复制到剪贴板。它会在沙箱之外运行双方的代码。</translation>
    </message>
    <message>
        <source>Saved %1. It runs the code of both sides outside of any sandbox.</source>
        <translation>已保存 %1。它会在沙箱之外运行双方的代码。</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>nereid::app::ExampleCard</name>
    <message>
        <source>Open this recorded run; nothing is executed</source>
        <translation>打开此训练记录；不执行任何代码</translation>
    </message>
</context>
<context>
    <name>nereid::app::Judgements</name>
    <message>
        <source>another reference</source>
        <translation>参考不同</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>文本相同</translation>
    </message>
    <message>
        <source>line %1 gone: %2</source>
        <translation>第 %1 行已删除：%2</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1 (%2 places)</source>
        <translation>%1（%2 处）</translation>
    </message>
</context>
<context>
    <name>nereid::app::LaneTables</name>
    <message>
        <source>reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>run on inputs</source>
        <translation>在输入上运行</translation>
    </message>
    <message>
        <source>This machine has no such lane</source>
        <translation>本机没有此通道</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>No candidate has come here yet</source>
        <translation>还没有候选到达此处</translation>
    </message>
    <message>
        <source>lane</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>slots</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Candidates that fit in at once</source>
        <translation>可同时容纳的候选</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>at work</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>use</source>
        <translation>使用率</translation>
    </message>
    <message>
        <source>Share of the slots at work over the last 30 s</source>
        <translation>最近 30 秒被占用位置的比例</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>通过次数</translation>
    </message>
    <message>
        <source>Candidates that went through</source>
        <translation>已通过的候选</translation>
    </message>
    <message>
        <source>mean wait</source>
        <translation>平均等待</translation>
    </message>
    <message>
        <source>Per pass</source>
        <translation>每次</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被拒</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>95%</source>
        <translation>95%</translation>
    </message>
    <message>
        <source>95 of 100 candidates take at most this long</source>
        <translation>100 个候选中有 95 个不超过此时间</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Lanes of the scheduler</source>
        <translation>调度器的通道</translation>
    </message>
    <message>
        <source>Time per stage</source>
        <translation>各阶段用时</translation>
    </message>
    <message>
        <source>Nothing judged yet</source>
        <translation>尚未判定</translation>
    </message>
    <message>
        <source>How busy each lane is and what each stage takes appear here with the first verdict.</source>
        <translation>首个判定后，这里显示各通道的忙碌程度和各阶段用时。</translation>
    </message>
</context>
<context>
    <name>nereid::app::MainWindow</name>
    <message>
        <source>The episode cannot be read</source>
        <translation>无法读取该回合</translation>
    </message>
    <message>
        <source>%1 - Nereid</source>
        <translation>%1 - Nereid</translation>
    </message>
    <message>
        <source>Docks of the workspace</source>
        <translation>工作区的面板</translation>
    </message>
</context>
<context>
    <name>nereid::app::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手册页面</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>The page before (Alt+Left)</source>
        <translation>上一页 (Alt+Left)</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>The page after (Alt+Right)</source>
        <translation>下一页 (Alt+Right)</translation>
    </message>
    <message>
        <source>First page</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Where the manual begins</source>
        <translation>手册开始处</translation>
    </message>
    <message>
        <source>%1 - Manual</source>
        <translation>%1 - 手册</translation>
    </message>
</context>
<context>
    <name>nereid::app::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>nereid::app::NoteDialog</name>
    <message>
        <source>Bookmarked</source>
        <translation>已加书签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note on this episode</source>
        <translation>此回合的备注</translation>
    </message>
    <message>
        <source>What did you see here? The filter finds it by note:</source>
        <translation>看到了什么？筛选器可用 note: 找到</translation>
    </message>
    <message>
        <source>Save note</source>
        <translation>保存备注</translation>
    </message>
    <message>
        <source>Keep the note beside the run (Ctrl+Enter)</source>
        <translation>将备注保存在训练旁 (Ctrl+Enter)</translation>
    </message>
</context>
<context>
    <name>nereid::app::QueueTools</name>
    <message>
        <source>The queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>1 run of the last time waits in the queue.</source>
        <translation>上次的 1 个训练在队列中等待。</translation>
    </message>
    <message numerus="yes">
        <source>%n runs of the last time wait in the queue.</source>
        <translation>
            <numerusform>上次的 %n 个训练在队列中等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Go on with the queue</source>
        <translation>继续队列</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of the queue.</source>
        <translation>“%1”已移出队列。</translation>
    </message>
    <message>
        <source>The settings come too late</source>
        <translation>设置更改得太晚</translation>
    </message>
    <message>
        <source>the run has started; queue another one</source>
        <translation>该训练已开始；请另将一个训练加入队列</translation>
    </message>
</context>
<context>
    <name>nereid::app::ReadingTools</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1, step %2, prompt %3, completion %4</source>
        <translation>%1，第 %2 步，提示 %3，回答 %4</translation>
    </message>
</context>
<context>
    <name>nereid::app::RemoteDialog</name>
    <message>
        <source>Open run on another machine</source>
        <translation>打开另一台机器上的训练</translation>
    </message>
    <message>
        <source>The run is read over SSH, with your keys and your SSH configuration, and is followed while it goes on. Python 3 is all that the other machine needs. Its files are not changed.</source>
        <translation>训练通过 SSH 读取，使用本机的密钥和 SSH 配置，并在进行时持续跟随。另一台机器只需要 Python 3。那里的文件不会被更改。</translation>
    </message>
    <message>
        <source>host, user@host or user@host:port</source>
        <translation>host、user@host 或 user@host:port</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>/home/me/runs/pocket-grpo or ~/runs/pocket-grpo</source>
        <translation>/home/me/runs/pocket-grpo 或 ~/runs/pocket-grpo</translation>
    </message>
    <message>
        <source>Folder of the run</source>
        <translation>训练的文件夹</translation>
    </message>
    <message>
        <source>Opened lately</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>选择...</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开训练</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose a host and the folder in which record.sqlite lies.</source>
        <translation>请选择主机和 record.sqlite 所在的文件夹。</translation>
    </message>
    <message>
        <source>Opens %1</source>
        <translation>将打开 %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::RemoteFollower</name>
    <message>
        <source>connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>copying from %1, %2 of %3 rows</source>
        <translation>正在从 %1 复制，%2/%3 行</translation>
    </message>
    <message>
        <source>following %1, %2 s behind</source>
        <translation>正在跟随 %1，落后 %2 s</translation>
    </message>
    <message>
        <source>connection lost, trying again in %1 s</source>
        <translation>连接中断，%1 s 后重试</translation>
    </message>
    <message>
        <source>complete copy from %1</source>
        <translation>来自 %1 的完整副本</translation>
    </message>
    <message>
        <source>cannot follow %1</source>
        <translation>无法跟随 %1</translation>
    </message>
    <message>
        <source>copy from %1, not followed</source>
        <translation>来自 %1 的副本，未跟随</translation>
    </message>
    <message>
        <source>%1 does not answer</source>
        <translation>%1 没有响应</translation>
    </message>
    <message>
        <source>There is no ssh on this machine. Install it, e.g. apt install openssh-client.</source>
        <translation>本机没有 ssh。请安装，例如 apt install openssh-client。</translation>
    </message>
    <message>
        <source>%1 cannot be read. Install Nereid again.</source>
        <translation>无法读取 %1。请重新安装 Nereid。</translation>
    </message>
    <message>
        <source>%1 sends something else than a record. Its login shell must print nothing when it is not interactive.</source>
        <translation>%1 发送的不是记录。其登录 shell 在非交互时不得输出任何内容。</translation>
    </message>
    <message>
        <source>The stream from %1 is broken.</source>
        <translation>来自 %1 的数据流已损坏。</translation>
    </message>
    <message>
        <source>There is no folder %1 on %2. Check the path; a run that was moved has to be opened at its new place.</source>
        <translation>%2 上没有文件夹 %1。请检查路径；已移动的训练须在新位置打开。</translation>
    </message>
    <message>
        <source>%1 on %2 holds no run. Choose the folder in which record.sqlite lies.</source>
        <translation>%2 上的 %1 中没有训练。请选择 record.sqlite 所在的文件夹。</translation>
    </message>
    <message>
        <source>%1 on %2 may not be read by %3. Ask its owner for the right to read it.</source>
        <translation>%3 无权读取 %2 上的 %1。请向其所有者申请读取权限。</translation>
    </message>
    <message>
        <source>you</source>
        <translation>当前用户</translation>
    </message>
    <message>
        <source>The record on %1 was written by a newer Nereid. Update this one.</source>
        <translation>%1 上的记录由更新版本的 Nereid 写入。请更新本机的 Nereid。</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 报告：%2</translation>
    </message>
    <message>
        <source>The key of %1 is not the one that is known. If the machine was set up anew, remove the old key with &quot;ssh-keygen -R %1&quot;; else somebody may listen.</source>
        <translation>%1 的密钥与已知的不同。如果该机器是重新安装的，请用 &quot;ssh-keygen -R %1&quot; 移除旧密钥；否则可能有人在窃听。</translation>
    </message>
    <message>
        <source>The key of %1 is not known yet. Connect once in a terminal with &quot;%2&quot; and compare the key that it shows.</source>
        <translation>%1 的密钥尚未知。请在终端中用 &quot;%2&quot; 连接一次，并核对其显示的密钥。</translation>
    </message>
    <message>
        <source>%1 does not let %2 in without a password. Give it your key with &quot;ssh-copy-id %3&quot;, or load the key into the agent with ssh-add.</source>
        <translation>%1 不允许 %2 无密码登录。请用 &quot;ssh-copy-id %3&quot; 向其提供密钥，或用 ssh-add 将密钥载入代理。</translation>
    </message>
    <message>
        <source>There is no machine %1. Check its name, or add it to ~/.ssh/config.</source>
        <translation>没有名为 %1 的机器。请检查名称，或将其添加到 ~/.ssh/config。</translation>
    </message>
    <message>
        <source>python3 is missing on %1, or not in the PATH of a shell that is not interactive. Install it there; nothing else is needed.</source>
        <translation>%1 上缺少 python3，或它不在非交互 shell 的 PATH 中。请在那里安装；此外无需其他。</translation>
    </message>
    <message>
        <source>Python on %1 lacks a module: %2. Install the whole of python3 there.</source>
        <translation>%1 上的 Python 缺少模块：%2。请在那里完整安装 python3。</translation>
    </message>
    <message>
        <source>%1 closed the connection</source>
        <translation>%1 关闭了连接</translation>
    </message>
    <message>
        <source>There is no connection to %1 now. It obeys again when there is one.</source>
        <translation>目前没有到 %1 的连接。恢复连接后可再次控制。</translation>
    </message>
</context>
<context>
    <name>nereid::app::RemoteRuns</name>
    <message>
        <source>The run cannot be followed</source>
        <translation>无法跟随该训练</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This run is not followed now; connect again first.</source>
        <translation>目前未跟随此运行；请先重新连接。</translation>
    </message>
</context>
<context>
    <name>nereid::app::ReplayTools</name>
    <message>
        <source>Episode files (*%1)</source>
        <translation>回合文件 (*%1)</translation>
    </message>
    <message>
        <source>Open an episode file</source>
        <translation>打开回合文件</translation>
    </message>
    <message>
        <source>Export episode</source>
        <translation>导出回合</translation>
    </message>
    <message>
        <source>The episode cannot be exported</source>
        <translation>无法导出该回合</translation>
    </message>
    <message numerus="yes">
        <source>Episodes written to %1: %n</source>
        <translation>
            <numerusform>已写入 %1 的回合：%n</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the table of tokens</source>
        <translation>保存词元表格</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>The table cannot be written</source>
        <translation>无法写入表格</translation>
    </message>
    <message>
        <source>Table of tokens written to %1.</source>
        <translation>词元表已写入 %1。</translation>
    </message>
</context>
<context>
    <name>nereid::app::ReportTools</name>
    <message>
        <source>Folder for the report</source>
        <translation>报告文件夹</translation>
    </message>
    <message>
        <source>Writing the report...</source>
        <translation>正在写报告...</translation>
    </message>
    <message>
        <source>There is no report</source>
        <translation>没有报告</translation>
    </message>
    <message>
        <source>Wrote %1 and the same as PDF.</source>
        <translation>已写出 %1 及其 PDF 版本。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunComparison</name>
    <message>
        <source>Compare runs</source>
        <translation>比较训练</translation>
    </message>
    <message>
        <source>choose runs with Ctrl+click</source>
        <translation>用 Ctrl+单击选择训练</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的内容</translation>
    </message>
    <message>
        <source>add runs</source>
        <translation>添加训练</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Add a run, or all runs of a folder, to the table</source>
        <translation>向表格添加一个训练，或文件夹中的所有训练</translation>
    </message>
    <message>
        <source>Runs appear here side by side, with their settings and what came of them. Start a run, or add the folder of others.</source>
        <translation>这里并排显示各训练及其设置和结果。开始一个训练，或添加其他训练的文件夹。</translation>
    </message>
    <message>
        <source>Add runs...</source>
        <translation>添加训练...</translation>
    </message>
    <message>
        <source>What is shown of the runs</source>
        <translation>显示训练的哪些内容</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Curves of the chosen runs over each other</source>
        <translation>叠加显示所选训练的曲线</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Every run as a line through its settings and metrics</source>
        <translation>每个训练显示为一条穿过其设置和指标的线</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings in which the chosen runs differ</source>
        <translation>所选训练之间不同的设置</translation>
    </message>
    <message>
        <source>Ablation</source>
        <translation>消融</translation>
    </message>
    <message>
        <source>What each of the four extensions brings, over its 16 combinations</source>
        <translation>四个扩展在 16 种组合中各自的作用</translation>
    </message>
    <message>
        <source>Drag along an axis to keep a range, drag its name to move it; columns are axes</source>
        <translation>沿轴拖动可保留一个范围，拖动轴名可移动轴；列即是轴</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>Colour lines by</source>
        <translation>线条着色依据</translation>
    </message>
    <message>
        <source>Save the picture as PNG or SVG, or the values as CSV</source>
        <translation>将图像存为 PNG 或 SVG，或将数值存为 CSV</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen; more with Ctrl+click</source>
        <translation>
            <numerusform>已选 %n 个；Ctrl+单击可多选</numerusform>
        </translation>
    </message>
    <message>
        <source>range on an axis</source>
        <translation>一个轴上的范围</translation>
    </message>
    <message numerus="yes">
        <source>ranges on %n axes</source>
        <translation>
            <numerusform>%n 个轴上的范围</numerusform>
        </translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开训练</translation>
    </message>
    <message>
        <source>Show curves</source>
        <translation>显示曲线</translation>
    </message>
    <message>
        <source>Hide curves</source>
        <translation>隐藏曲线</translation>
    </message>
    <message>
        <source>Compare settings</source>
        <translation>比较设置</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Export table...</source>
        <translation>导出表格...</translation>
    </message>
    <message>
        <source>PNG picture...</source>
        <translation>PNG 图像...</translation>
    </message>
    <message>
        <source>SVG picture...</source>
        <translation>SVG 图像...</translation>
    </message>
    <message>
        <source>CSV of the shown runs...</source>
        <translation>所显示训练的 CSV...</translation>
    </message>
    <message>
        <source>Export parallel coordinates</source>
        <translation>导出平行坐标</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>A run, or a folder of runs</source>
        <translation>一个训练，或含多个训练的文件夹</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunController</name>
    <message>
        <source>Loading the engine...</source>
        <translation>正在加载引擎...</translation>
    </message>
    <message>
        <source>The run &quot;%1&quot; failed</source>
        <translation>训练“%1”失败</translation>
    </message>
    <message>
        <source>Stopping as soon as the engine has loaded...</source>
        <translation>引擎加载后将停止...</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunFlow</name>
    <message>
        <source>&quot;%1&quot; cannot be read</source>
        <translation>无法读取“%1”</translation>
    </message>
    <message>
        <source>There is no folder %1</source>
        <translation>文件夹 %1 不存在</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>它可能已被移动或删除。</translation>
    </message>
    <message>
        <source>%1 holds no run</source>
        <translation>%1 中没有训练</translation>
    </message>
    <message>
        <source>choose the folder in which record.sqlite lies; runs are kept in %1</source>
        <translation>请选择 record.sqlite 所在的文件夹；训练保存在 %1</translation>
    </message>
    <message>
        <source>Open the folder of a run</source>
        <translation>打开训练的文件夹</translation>
    </message>
    <message>
        <source>The pocket run cannot start</source>
        <translation>无法开始袖珍训练</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be continued</source>
        <translation>无法继续“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was cut short. It can go on from its checkpoint as if nothing had happened.</source>
        <translation>“%1”被中断。它可以从检查点继续，如同什么也没发生。</translation>
    </message>
    <message>
        <source>Continue %1 from step %L2</source>
        <translation>从第 %L2 步继续 %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>There is no file %1</source>
        <translation>没有文件 %1</translation>
    </message>
    <message>
        <source>%1 is neither a run nor an episode file</source>
        <translation>%1 既不是训练也不是回合文件</translation>
    </message>
    <message>
        <source>choose the folder of a run, or a file that ends in .nereid-episode</source>
        <translation>请选择训练的文件夹，或以 .nereid-episode 结尾的文件</translation>
    </message>
    <message>
        <source>The run &quot;%1&quot; is finished</source>
        <translation>运行“%1”已完成</translation>
    </message>
    <message>
        <source>The run &quot;%1&quot; failed</source>
        <translation>运行“%1”失败</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>The run does not obey</source>
        <translation>运行未响应命令</translation>
    </message>
    <message>
        <source>another run goes on in this window; stop it first</source>
        <translation>此窗口中另一个运行正在进行；请先停止它</translation>
    </message>
    <message>
        <source>it goes on already, is finished, or has no checkpoint</source>
        <translation>它已在进行、已完成，或没有检查点</translation>
    </message>
    <message>
        <source>&quot;%1&quot; was stopped. It can go on from where it is.</source>
        <translation>“%1”已停止，可从当前位置继续。</translation>
    </message>
    <message>
        <source>Continue run</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunKeeper</name>
    <message>
        <source>Take out of the archive</source>
        <translation>移出归档</translation>
    </message>
    <message>
        <source>Archive run</source>
        <translation>归档训练</translation>
    </message>
    <message>
        <source>The tags of &quot;%1&quot; were changed.</source>
        <translation>“%1”的标签已更改。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in the archive: kept as it is, out of the way. The filter finds it by is:archived.</source>
        <translation>“%1”已归档：原样保留，不再显示。可用筛选 is:archived 找到它。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of the archive.</source>
        <translation>“%1”已移出归档。</translation>
    </message>
    <message>
        <source>The tags cannot be kept</source>
        <translation>无法保存标签</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be deleted</source>
        <translation>无法删除“%1”</translation>
    </message>
    <message>
        <source>it is being written; stop it first, then delete it</source>
        <translation>它正在被写入；请先停止，再删除</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in the trash.</source>
        <translation>“%1”已移到回收站。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be restored</source>
        <translation>无法恢复“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has the name of its settings again.</source>
        <translation>“%1”恢复为设置中的名称。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is called &quot;%2&quot; now.</source>
        <translation>“%1”现在名为“%2”。</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunQueue</name>
    <message>
        <source>another window of Nereid (process %1) keeps the queue; queue the run there, or remove %2 if that window is gone</source>
        <translation>Nereid 的另一个窗口（进程 %1）管理着队列；请在那里将训练加入队列，若该窗口已不存在，请移除 %2</translation>
    </message>
    <message>
        <source>%1 is no queue of this version of Nereid; move the file away</source>
        <translation>%1 不是此版本 Nereid 的队列；请移走该文件</translation>
    </message>
    <message>
        <source>the queue is not kept over a restart: %1</source>
        <translation>队列无法在重启后保留：%1</translation>
    </message>
</context>
<context>
    <name>nereid::app::RunTableTools</name>
    <message>
        <source>%1 holds no run</source>
        <translation>%1 中没有训练</translation>
    </message>
    <message>
        <source>choose the folder in which record.sqlite lies, or one with such folders in it</source>
        <translation>请选择 record.sqlite 所在的文件夹，或含有此类文件夹的文件夹</translation>
    </message>
</context>
<context>
    <name>nereid::app::SetupDialog</name>
    <message>
        <source>Waiting for another set-up to end</source>
        <translation>正在等待另一配置过程结束</translation>
    </message>
    <message>
        <source>Making the virtual environment</source>
        <translation>正在创建虚拟环境</translation>
    </message>
    <message>
        <source>Asking the package index</source>
        <translation>正在查询软件包索引</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>Downloading: %1 of %2</source>
        <translation>正在下载：%1，共 %2</translation>
    </message>
    <message>
        <source>Downloading %3: %1 of %2</source>
        <translation>正在下载 %3：%1，共 %2</translation>
    </message>
    <message>
        <source>Unpacking: %1 of %2</source>
        <translation>正在解包：%1，共 %2</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>正在解包</translation>
    </message>
    <message>
        <source>Checking that torch and triton work</source>
        <translation>正在检查 torch 和 triton 是否可用</translation>
    </message>
    <message>
        <source>%1 · %2 left</source>
        <translation>%1 · 剩余 %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Python environment</source>
        <translation>Python 环境</translation>
    </message>
    <message>
        <source>Cancelling...</source>
        <translation>正在取消...</translation>
    </message>
    <message>
        <source>Training and verifying need a Python environment with torch and triton. Recorded runs are shown without it.</source>
        <translation>训练和验证需要含 torch 和 triton 的 Python 环境。查看已记录的训练则不需要。</translation>
    </message>
    <message>
        <source>Size and place</source>
        <translation>大小和位置</translation>
    </message>
    <message>
        <source>Progress of the set-up</source>
        <translation>配置进度</translation>
    </message>
    <message>
        <source>State of the set-up</source>
        <translation>配置状态</translation>
    </message>
    <message>
        <source>Why the set-up failed</source>
        <translation>配置失败的原因</translation>
    </message>
    <message>
        <source>End the set-up; what was downloaded is kept for the next time</source>
        <translation>结束配置；已下载的内容留待下次使用</translation>
    </message>
    <message>
        <source>Close this window; a set-up goes on</source>
        <translation>关闭此窗口；配置会继续</translation>
    </message>
    <message>
        <source>%1 to download, %2 on disk, %3 free</source>
        <translation>下载 %1，占用磁盘 %2，可用 %3</translation>
    </message>
    <message>
        <source>Folder: %1</source>
        <translation>文件夹：%1</translation>
    </message>
    <message>
        <source>It is ready.</source>
        <translation>已就绪。</translation>
    </message>
    <message>
        <source>This program uses another Python (NEREID_PYTHON, or a source tree). ./start sets that of a source tree up.</source>
        <translation>本程序使用另一个 Python（NEREID_PYTHON 或源码树）。源码树的 Python 由 ./start 配置。</translation>
    </message>
    <message>
        <source>It is not set up yet.</source>
        <translation>尚未配置。</translation>
    </message>
    <message>
        <source>Starting...</source>
        <translation>正在启动...</translation>
    </message>
    <message>
        <source>It is ready. Runs can be started and kernels verified now.</source>
        <translation>已就绪。现在可以开始训练和验证内核。</translation>
    </message>
    <message>
        <source>Cancelled. What was downloaded is kept for the next time.</source>
        <translation>已取消。已下载的内容留待下次使用。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>占用磁盘 %1</translation>
    </message>
</context>
<context>
    <name>nereid::app::SetupTools</name>
    <message>
        <source>The Python environment is not set up yet: training and verifying need it. Recorded runs are shown without it.</source>
        <translation>Python 环境尚未配置：训练和验证需要它。没有它也可显示已记录的训练。</translation>
    </message>
    <message>
        <source>Set up...</source>
        <translation>配置...</translation>
    </message>
    <message>
        <source>The Python environment is being set up.</source>
        <translation>正在配置 Python 环境。</translation>
    </message>
    <message>
        <source>Show progress</source>
        <translation>显示进度</translation>
    </message>
    <message>
        <source>The Python environment is ready.</source>
        <translation>Python 环境已就绪。</translation>
    </message>
    <message>
        <source>Start the pocket run</source>
        <translation>开始袖珍训练</translation>
    </message>
    <message>
        <source>The Python environment could not be set up</source>
        <translation>无法配置 Python 环境</translation>
    </message>
</context>
<context>
    <name>nereid::app::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>effect</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>nereid::app::StartDialog</name>
    <message>
        <source>Choose a folder for the record.</source>
        <translation>请选择存放记录的文件夹。</translation>
    </message>
    <message>
        <source>The folder is not empty. Name a new one; an unfinished run is continued from the list.</source>
        <translation>文件夹非空。请指定新文件夹；未完成的训练可从列表中继续。</translation>
    </message>
    <message>
        <source>%1 is a file.</source>
        <translation>%1 是一个文件。</translation>
    </message>
    <message>
        <source>No right to write in %1.</source>
        <translation>没有 %1 的写入权限。</translation>
    </message>
    <message>
        <source>Give the run a name.</source>
        <translation>请为训练命名。</translation>
    </message>
    <message>
        <source>A name holds no slash.</source>
        <translation>名称不能包含斜杠。</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>开始训练</translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation>配方(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>步数(&amp;T)</translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation>种子(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;ward</source>
        <translation>奖励(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Browse...</source>
        <translation>浏览(&amp;B)...</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Folder for the record</source>
        <translation>存放记录的文件夹</translation>
    </message>
    <message>
        <source>Multi-input testing</source>
        <translation>多输入测试</translation>
    </message>
    <message>
        <source>Staged evaluation</source>
        <translation>分阶段评估</translation>
    </message>
    <message>
        <source>Adaptive curriculum</source>
        <translation>自适应课程</translation>
    </message>
    <message>
        <source>Calibrated timing</source>
        <translation>校准计时</translation>
    </message>
    <message>
        <source>&amp;Reset chosen</source>
        <translation>重置所选(&amp;R)</translation>
    </message>
    <message>
        <source>Settings of a run that waits</source>
        <translation>等待中训练的设置</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>设置页面</translation>
    </message>
    <message>
        <source>Basics</source>
        <translation>基本</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>所有设置</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>更改 (%1)</translation>
    </message>
    <message>
        <source>&amp;Undo the reset</source>
        <translation>撤销重置(&amp;U)</translation>
    </message>
    <message>
        <source>Reset &amp;all</source>
        <translation>全部重置(&amp;A)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>A run of the queue has this folder. Name another one.</source>
        <translation>队列中有训练使用此文件夹。请指定其他文件夹。</translation>
    </message>
    <message>
        <source>Settings of a run</source>
        <translation>训练的设置</translation>
    </message>
    <message>
        <source>Settings (*.yaml *.yml)</source>
        <translation>设置 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Save the settings</source>
        <translation>保存设置</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>The settings are in the clipboard, as YAML.</source>
        <translation>设置已以 YAML 格式复制到剪贴板。</translation>
    </message>
    <message>
        <source>In the clipboard: %1</source>
        <translation>已复制到剪贴板：%1</translation>
    </message>
    <message>
        <source>&amp;Open file...</source>
        <translation>打开文件(&amp;O)...</translation>
    </message>
    <message>
        <source>Take the settings of a YAML file; it can be dropped here as well</source>
        <translation>采用 YAML 文件中的设置；也可将文件拖到这里</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次训练</translation>
    </message>
    <message>
        <source>Settings that differ from the recipe</source>
        <translation>与配方不同的设置</translation>
    </message>
    <message>
        <source>Nothing differs from the recipe. Settings that you change are listed here.</source>
        <translation>与配方没有差异。更改的设置会列在这里。</translation>
    </message>
    <message>
        <source>What the run takes at most: every sequence as long as the settings allow. Most runs stay below. Time and record are told only by earlier runs.</source>
        <translation>训练的最大用量：按每个序列都达到设置允许的最大长度计算。多数训练低于此值。时间和记录大小只能根据以往的训练估算。</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Sa&amp;ve as...</source>
        <translation>另存为(&amp;V)...</translation>
    </message>
    <message>
        <source>Save all settings as a YAML file</source>
        <translation>将所有设置保存为 YAML 文件</translation>
    </message>
    <message>
        <source>Copy &amp;YAML</source>
        <translation>复制 YAML(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy all settings as YAML</source>
        <translation>将所有设置复制为 YAML</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>复制命令(&amp;M)</translation>
    </message>
    <message>
        <source>Copy the command that starts the same run in a shell</source>
        <translation>复制在 shell 中开始相同训练的命令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Keep in the queue</source>
        <translation>保留在队列中(&amp;K)</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Starts when the runs before it have ended</source>
        <translation>在其前面的训练结束后开始</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the setting that is wrong</source>
        <translation>显示有误的设置</translation>
    </message>
    <message>
        <source>Go to the setting that is wrong</source>
        <translation>转到有误的设置</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
</context>
<context>
    <name>nereid::app::StartPage</name>
    <message>
        <source>Recorded runs that come with Nereid</source>
        <translation>Nereid 附带的训练记录</translation>
    </message>
    <message>
        <source>Back to the run</source>
        <translation>返回训练</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Show the docks again (Esc)</source>
        <translation>重新显示停靠面板 (Esc)</translation>
    </message>
    <message>
        <source>Look at another run</source>
        <translation>查看另一次训练</translation>
    </message>
    <message>
        <source>There is no run yet</source>
        <translation>还没有训练</translation>
    </message>
    <message>
        <source>Train on this machine, open a run of your own, or look at a recorded one.</source>
        <translation>在本机训练，打开自己的训练，或查看已有记录。</translation>
    </message>
</context>
<context>
    <name>nereid::app::StatusLine</name>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>验证器</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
</context>
<context>
    <name>nereid::app::StepBar</name>
    <message>
        <source>whole run</source>
        <translation>整个训练</translation>
    </message>
    <message>
        <source>Show all steps in funnel and list again</source>
        <translation>在漏斗和列表中重新显示所有步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>第 %1 至 %2 步</translation>
    </message>
</context>
<context>
    <name>nereid::app::TagsDialog</name>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags of &quot;%1&quot;, with commas between them</source>
        <translation>“%1”的标签，以逗号分隔</translation>
    </message>
    <message>
        <source>base, seed 1</source>
        <translation>base, seed 1</translation>
    </message>
    <message>
        <source>Tag %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>Set or take away this tag, which other runs have</source>
        <translation>设置或取消此标签，其他训练也有此标签</translation>
    </message>
    <message>
        <source>Save tags</source>
        <translation>保存标签</translation>
    </message>
</context>
<context>
    <name>nereid::app::TaskPicker</name>
    <message>
        <source>Use as reference</source>
        <translation>用作参考</translation>
    </message>
    <message>
        <source>Choose a task</source>
        <translation>选择任务</translation>
    </message>
    <message>
        <source>Part of an id, a name or a source, or a whole id</source>
        <translation>编号、名称或源代码的一部分，或完整编号</translation>
    </message>
    <message>
        <source>Filter of the tasks</source>
        <translation>任务筛选</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>KernelBench folder...</source>
        <translation>KernelBench 文件夹...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Folder of KernelBench</source>
        <translation>KernelBench 的文件夹</translation>
    </message>
    <message>
        <source>Reading the tasks...</source>
        <translation>正在读取任务...</translation>
    </message>
    <message>
        <source>No task in the list matches; what was typed is taken as an id.</source>
        <translation>列表中没有匹配的任务；输入内容将作为编号使用。</translation>
    </message>
    <message>
        <source>%1 of %2 tasks</source>
        <translation>%1/%2 个任务</translation>
    </message>
    <message>
        <source>There is no such task. Ids of synthetic ones read synthetic/LEVEL/SPLIT.SEED.INDEX.</source>
        <translation>没有此任务。合成任务的编号形如 synthetic/LEVEL/SPLIT.SEED.INDEX。</translation>
    </message>
</context>
<context>
    <name>nereid::app::TopBar</name>
    <message>
        <source>All commands as a menu (F10)</source>
        <translation>以菜单显示所有命令 (F10)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>训练状态</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>一步的时间用在哪里</translation>
    </message>
    <message>
        <source>Where the time of the last step went</source>
        <translation>上一步的时间用在哪里</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Workspace %1</source>
        <translation>工作区 %1</translation>
    </message>
    <message>
        <source>Search or run a command  Ctrl K</source>
        <translation>搜索或执行命令  Ctrl K</translation>
    </message>
    <message>
        <source>Search  Ctrl K</source>
        <translation>搜索  Ctrl K</translation>
    </message>
</context>
<context>
    <name>nereid::app::TrashDialog</name>
    <message>
        <source>&amp;Restore</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Deleted runs</source>
        <translation>已删除的训练</translation>
    </message>
    <message>
        <source>run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>删除时间</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>was in</source>
        <translation>原位置</translation>
    </message>
    <message>
        <source>State of the trash</source>
        <translation>回收站状态</translation>
    </message>
    <message>
        <source>Reading the trash...</source>
        <translation>正在读取回收站...</translation>
    </message>
    <message>
        <source>&amp;Empty the trash...</source>
        <translation>清空回收站(&amp;E)...</translation>
    </message>
    <message>
        <source>R&amp;emove 1 run for good</source>
        <translation>永久删除 1 个训练(&amp;E)</translation>
    </message>
    <message numerus="yes">
        <source>R&amp;emove %n runs for good</source>
        <translation>
            <numerusform>永久删除 %n 个训练(&amp;E)</numerusform>
        </translation>
    </message>
    <message>
        <source>The trash is empty. Runs that you delete are kept here.</source>
        <translation>回收站为空。删除的训练保留在这里。</translation>
    </message>
    <message>
        <source>1 run, %1. It stays until the trash is emptied.</source>
        <translation>1 个训练，%1。保留至清空回收站。</translation>
    </message>
    <message numerus="yes">
        <source>%n runs, %1. They stay until the trash is emptied.</source>
        <translation>
            <numerusform>%n 个训练，%1。保留至清空回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>These runs will be gone for good: records, checkpoints and trained models. This cannot be undone.</source>
        <translation>这些训练将永久消失：包括记录、检查点和训练好的模型。此操作无法撤销。</translation>
    </message>
    <message>
        <source>%1 of %2 runs are removed</source>
        <translation>已删除 %1/%2 个训练</translation>
    </message>
</context>
<context>
    <name>nereid::app::UndoStack</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take back the last change of queue, tags, archive or trash</source>
        <translation>撤回对队列、标签、归档或回收站的上次更改</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <translation>撤回：%1</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerdictLine</name>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Go to the line of the reason</source>
        <translation>转到原因所在行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>End this verification (Esc)</source>
        <translation>结束此次验证 (Esc)</translation>
    </message>
    <message>
        <source>End this verification</source>
        <translation>结束此次验证</translation>
    </message>
    <message>
        <source>Not judged yet. Ctrl+Enter verifies.</source>
        <translation>尚未判定。按 Ctrl+Enter 验证。</translation>
    </message>
    <message>
        <source>Verifying: waiting for the reference</source>
        <translation>正在验证：等待参考</translation>
    </message>
    <message>
        <source>Verifying: %1</source>
        <translation>正在验证：%1</translation>
    </message>
    <message>
        <source>%1 · %2, last time %3</source>
        <translation>%1 · %2，上次 %3</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · coverage %2%</source>
        <translation>%1 · 覆盖率 %2%</translation>
    </message>
    <message>
        <source>Reference, line %1</source>
        <translation>参考，第 %1 行</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1
Go there (Ctrl+G)</source>
        <translation>%1
转到该处 (Ctrl+G)</translation>
    </message>
    <message>
        <source>Go to line %1</source>
        <translation>转到第 %1 行</translation>
    </message>
    <message>
        <source>Before your changes: %1</source>
        <translation>更改之前：%1</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifierPage</name>
    <message>
        <source>Verifier</source>
        <translation>验证器</translation>
    </message>
    <message>
        <source>What is shown of the verifier</source>
        <translation>显示验证器的内容</translation>
    </message>
    <message>
        <source>Cheat zoo</source>
        <translation>作弊样本库</translation>
    </message>
    <message>
        <source>Cheats and their honest twins, judged</source>
        <translation>作弊样本及其诚实对照的判定</translation>
    </message>
    <message>
        <source>Lanes and stages</source>
        <translation>通道和阶段</translation>
    </message>
    <message>
        <source>Where candidates wait and what each stage takes</source>
        <translation>候选在何处等待、各阶段用时</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy the table by class (Ctrl+C in the table)</source>
        <translation>按类复制表格（表格中按 Ctrl+C）</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Save every verdict of the zoo as CSV or JSON, or the table as Markdown</source>
        <translation>将样本库的每个判定存为 CSV 或 JSON，或将表格存为 Markdown</translation>
    </message>
    <message>
        <source>%1 cheats with honest twins to try it on</source>
        <translation>%1 个作弊样本及其诚实对照可供测试</translation>
    </message>
    <message>
        <source>false accepts: %1 of %2 cheats, false rejects: %3 of %4 twins</source>
        <translation>误通过：%2 个作弊中 %1 个，误拒：%4 个对照中 %3 个</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifierStrip</name>
    <message>
        <source>verifier of this window: %1 under way, %2 candidates/s</source>
        <translation>本窗口的验证器：%1 个处理中，%2 候选/秒</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>No verifier runs in this window yet. It starts with the first candidate.</source>
        <translation>本窗口尚未运行验证器。它随首个候选启动。</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Candidates that wait for a lane</source>
        <translation>等待通道的候选</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>判定中</translation>
    </message>
    <message>
        <source>Candidates that are judged now</source>
        <translation>正在判定的候选</translation>
    </message>
    <message>
        <source>candidates/s</source>
        <translation>候选/秒</translation>
    </message>
    <message>
        <source>Verdicts per second over the last 30 s</source>
        <translation>最近 30 秒每秒判定数</translation>
    </message>
    <message>
        <source>judged</source>
        <translation>已判定</translation>
    </message>
    <message>
        <source>Verdicts since the verifier was started</source>
        <translation>验证器启动以来的判定</translation>
    </message>
    <message>
        <source>from cache</source>
        <translation>来自缓存</translation>
    </message>
    <message>
        <source>Candidates that were judged before on the same inputs: their verdicts were remembered</source>
        <translation>之前在相同输入上判定过的候选：判定已被记住</translation>
    </message>
    <message>
        <source>restarts</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Helper processes that had to be started again</source>
        <translation>需要重新启动的辅助进程</translation>
    </message>
    <message>
        <source>Known when the first helper process is up</source>
        <translation>首个辅助进程启动后可知</translation>
    </message>
    <message>
        <source>Layers that keep candidates in on this machine</source>
        <translation>本机上限制候选的各层</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyHistory</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>judged in</source>
        <translation>判定用时</translation>
    </message>
    <message>
        <source>Nothing judged yet</source>
        <translation>尚未判定</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>未判定</translation>
    </message>
    <message>
        <source>Filter: name, reason, stage, note, changed line</source>
        <translation>筛选：名称、原因、阶段、备注、更改的行</translation>
    </message>
    <message>
        <source>Filter of the history</source>
        <translation>历史筛选</translation>
    </message>
    <message>
        <source>Note on the selected judgement</source>
        <translation>所选判定的备注</translation>
    </message>
    <message>
        <source>Select one to write a note on it</source>
        <translation>选择一项以写备注</translation>
    </message>
    <message>
        <source>What you verify here is listed with its verdict and kept, so that you can go back to it. Or drop a JSONL file of candidates here.</source>
        <translation>在此验证的内容会连同判定列出并保留，以便日后返回。也可将候选内核的 JSONL 文件拖到这里。</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>That rejected it</source>
        <translation>拒绝它的阶段</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Against the judgement before</source>
        <translation>与上一次判定相比</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Judgements made by hand</source>
        <translation>手动进行的判定</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Two selected ones word by word, with their verdicts; one is compared with what is in the editors</source>
        <translation>逐词比较所选两项及其判定；只选一项时与编辑器中的内容比较</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Put its sources back into the editors (Enter)</source>
        <translation>将其源代码放回编辑器 (Enter)</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Take the selected ones off the list (Delete); can be undone</source>
        <translation>从列表中移除所选项 (Delete)；可撤销</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Export or import judgements as JSONL</source>
        <translation>以 JSONL 导出或导入判定</translation>
    </message>
    <message>
        <source>Export as JSONL...</source>
        <translation>导出为 JSONL...</translation>
    </message>
    <message>
        <source>The selected ones, else all shown; nereid verify --batch reads the file</source>
        <translation>导出所选项，未选时导出所有显示项；nereid verify --batch 可读取该文件</translation>
    </message>
    <message>
        <source>Import JSONL...</source>
        <translation>导入 JSONL...</translation>
    </message>
    <message>
        <source>Judgements, or a batch of candidates</source>
        <translation>判定，或一批候选内核</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message>
        <source>Export judgements</source>
        <translation>导出判定</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl);;All files (*)</source>
        <translation>JSON 行 (*.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Import judgements</source>
        <translation>导入判定</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyOptionsButton</name>
    <message>
        <source>More variants of the inputs</source>
        <translation>更多输入变体</translation>
    </message>
    <message>
        <source>Audit with compute-sanitizer</source>
        <translation>用 compute-sanitizer 审查</translation>
    </message>
    <message>
        <source>Keep what the compiler made</source>
        <translation>保留编译器产物</translation>
    </message>
    <message>
        <source>Time torch.compile, too</source>
        <translation>同时为 torch.compile 计时</translation>
    </message>
    <message>
        <source>Full: kernels do all the compute</source>
        <translation>完全：所有计算由内核完成</translation>
    </message>
    <message>
        <source>Best system: torch may help</source>
        <translation>最佳系统：允许 torch 协助</translation>
    </message>
    <message>
        <source>What a candidate may use</source>
        <translation>候选内核可使用的手段</translation>
    </message>
    <message>
        <source>GPU if there is one</source>
        <translation>有 GPU 则用 GPU</translation>
    </message>
    <message>
        <source>Interpreter only</source>
        <translation>仅解释器</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Where it is judged</source>
        <translation>在何处判定</translation>
    </message>
    <message>
        <source>Seed of inputs and parameters</source>
        <translation>输入和参数的种子</translation>
    </message>
    <message>
        <source>not guessable</source>
        <translation>不可猜测</translation>
    </message>
    <message>
        <source>Equal seeds give equal inputs. Empty: drawn once in this program, so that no candidate can know it; the verdict names it.</source>
        <translation>种子相同则输入相同。留空：本程序内抽取一次，候选内核无从得知；判定中会注明。</translation>
    </message>
    <message>
        <source>Beside the five usual ones, at small sizes</source>
        <translation>在常用的五种之外，采用小尺寸</translation>
    </message>
    <message>
        <source>TTIR, TTGIR, PTX and SASS of each kernel, for the dock Levels</source>
        <translation>每个内核的 TTIR、TTGIR、PTX 和 SASS，供“编译层级”面板使用</translation>
    </message>
    <message>
        <source>Only where a GPU measures time; once a task, up to three minutes</source>
        <translation>仅在由 GPU 计时之处；每个任务一次，最长三分钟</translation>
    </message>
    <message>
        <source>Runs the kernels of an accepted candidate under NVIDIA&apos;s compute-sanitizer: half a minute more</source>
        <translation>在 NVIDIA 的 compute-sanitizer 下运行通过的候选内核：多用半分钟</translation>
    </message>
    <message>
        <source>Kernels cannot be run under NVIDIA&apos;s compute-sanitizer here: %1</source>
        <translation>此处无法在 NVIDIA 的 compute-sanitizer 下运行内核：%1</translation>
    </message>
    <message>
        <source>Judgements that the history keeps</source>
        <translation>历史保留的判定数</translation>
    </message>
    <message>
        <source>Beyond it, or beyond 256 MB, the oldest go with the next judgement</source>
        <translation>超出此数或超出 256 MB 时，下次判定会移除最旧的</translation>
    </message>
    <message>
        <source>Seed, device, what is allowed, and how much is looked at</source>
        <translation>种子、设备、允许的手段及检查范围</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>History keeps</source>
        <translation>历史保留</translation>
    </message>
    <message>
        <source>best system</source>
        <translation>最佳系统</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>five variants</source>
        <translation>五种变体</translation>
    </message>
    <message>
        <source>audit</source>
        <translation>审查</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Options: %1</source>
        <translation>选项：%1</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyPage</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>a reference with class Model, a candidate with class ModelNew</source>
        <translation>含 Model 类的参考，含 ModelNew 类的候选</translation>
    </message>
    <message>
        <source>Could not be verified: %1</source>
        <translation>无法验证：%1</translation>
    </message>
    <message>
        <source>Both editors need a source: the reference at the left, the candidate at the right.</source>
        <translation>两个编辑器都需要源代码：左为参考，右为候选。</translation>
    </message>
    <message>
        <source>Cancelled. Ctrl+Enter verifies again.</source>
        <translation>已取消。按 Ctrl+Enter 重新验证。</translation>
    </message>
    <message>
        <source>Paste a PyTorch reference at the left and a kernel at the right, or begin with</source>
        <translation>在左侧粘贴 PyTorch 参考，在右侧粘贴内核，或从以下内容开始</translation>
    </message>
    <message>
        <source>A task...</source>
        <translation>任务...</translation>
    </message>
    <message>
        <source>A template</source>
        <translation>模板</translation>
    </message>
</context>
<context>
    <name>nereid::app::VerifyTools</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Verifier</source>
        <translation>验证器</translation>
    </message>
</context>
<context>
    <name>nereid::app::ViewSettings</name>
    <message>
        <source>Theme of the system</source>
        <translation>系统主题</translation>
    </message>
    <message>
        <source>Light or dark, as the desktop is</source>
        <translation>随桌面使用明或暗</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark text on light ground</source>
        <translation>浅底深字</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Light text on dark ground</source>
        <translation>深底浅字</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Small text</source>
        <translation>小号文字</translation>
    </message>
    <message>
        <source>More rows on the screen</source>
        <translation>屏幕上显示更多行</translation>
    </message>
    <message>
        <source>Normal text</source>
        <translation>标准文字</translation>
    </message>
    <message>
        <source>The size that the program is drawn for</source>
        <translation>程序设计所用的大小</translation>
    </message>
    <message>
        <source>Large text</source>
        <translation>大号文字</translation>
    </message>
    <message>
        <source>Easier to read from afar</source>
        <translation>远处更易阅读</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>系统语言</translation>
    </message>
    <message>
        <source>Speak the language of the desktop from the next start on</source>
        <translation>下次启动起使用桌面的语言</translation>
    </message>
    <message>
        <source>Speak %1 from the next start on</source>
        <translation>下次启动起使用%1</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The language changes when Nereid is started the next time.</source>
        <translation>下次启动 Nereid 时语言将改变。</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重启</translation>
    </message>
</context>
<context>
    <name>nereid::app::Workspaces</name>
    <message>
        <source>Monitor</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Is the run healthy?</source>
        <translation>训练是否正常？</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Why was this kernel judged so?</source>
        <translation>这个内核为何得到此判定？</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>What happened, in order?</source>
        <translation>按顺序发生了什么？</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>比较训练</translation>
    </message>
    <message>
        <source>Which recipe is better?</source>
        <translation>哪个配方更好？</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Judge my own kernel</source>
        <translation>判定自己的内核</translation>
    </message>
    <message>
        <source>Docks that share this place</source>
        <translation>共用此位置的面板</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooDetail</name>
    <message>
        <source>Open in Verify</source>
        <translation>在“验证”中打开</translation>
    </message>
    <message>
        <source>Source of the candidate</source>
        <translation>候选内核的源代码</translation>
    </message>
    <message>
        <source>Cheat</source>
        <translation>作弊</translation>
    </message>
    <message>
        <source>The candidate that tries to win without doing the work</source>
        <translation>不做实际工作却试图取胜的候选内核</translation>
    </message>
    <message>
        <source>Twin</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>The honest candidate that looks like it</source>
        <translation>与之相似的诚实候选内核</translation>
    </message>
    <message>
        <source>Take reference and candidate to the editors, to change and judge them</source>
        <translation>将参考与候选内核带到编辑器，以便修改和判定</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>not judged yet</source>
        <translation>尚未判定</translation>
    </message>
    <message>
        <source>, which does not name the trick</source>
        <translation>，但未指明该手法</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooModel</name>
    <message>
        <source>%1 to judge</source>
        <translation>%1 个待判定</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Candidates that try to win without doing the work</source>
        <translation>不做实际工作却试图取胜的候选内核</translation>
    </message>
    <message>
        <source>Honest candidates that look like the cheats</source>
        <translation>与作弊样本相似的诚实候选内核</translation>
    </message>
    <message>
        <source>Cheats that were accepted: holes of the verifier</source>
        <translation>被判通过的作弊样本：验证器的漏洞</translation>
    </message>
    <message>
        <source>Honest twins that were rejected</source>
        <translation>被拒的诚实对照</translation>
    </message>
    <message>
        <source>Accepted: the kernel is right, and the sandbox left the act no effect</source>
        <translation>通过：内核正确，沙箱使该行为不起作用</translation>
    </message>
    <message>
        <source>Accepted and flagged: legal, because the task promises what it needs</source>
        <translation>通过并标记：合法，因为任务保证了其所需条件</translation>
    </message>
    <message>
        <source>Cheats that cannot be told or run on this device</source>
        <translation>在此设备上无法识别或运行的作弊样本</translation>
    </message>
    <message>
        <source>class and trick</source>
        <translation>类与手法</translation>
    </message>
    <message>
        <source>cheats</source>
        <translation>作弊</translation>
    </message>
    <message>
        <source>twins</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>false accepts</source>
        <translation>误通过</translation>
    </message>
    <message>
        <source>false rejects</source>
        <translation>误拒</translation>
    </message>
    <message>
        <source>contained</source>
        <translation>已遏制</translation>
    </message>
    <message>
        <source>flagged</source>
        <translation>已标记</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>此处不可判</translation>
    </message>
    <message>
        <source>Whole zoo</source>
        <translation>整个样本库</translation>
    </message>
    <message>
        <source>Not judged yet</source>
        <translation>尚未判定</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooPage</name>
    <message>
        <source>Reading the zoo...</source>
        <translation>正在读取样本库...</translation>
    </message>
    <message>
        <source>What is judged</source>
        <translation>判定范围</translation>
    </message>
    <message>
        <source>What is judged: the whole zoo or one class</source>
        <translation>判定范围：整个样本库或一个类</translation>
    </message>
    <message>
        <source>Progress of the zoo</source>
        <translation>样本库进度</translation>
    </message>
    <message>
        <source>State of the zoo</source>
        <translation>样本库状态</translation>
    </message>
    <message>
        <source>Filter: name, mechanism, verdict</source>
        <translation>筛选：名称、机制、判定</translation>
    </message>
    <message>
        <source>Filter of the zoo</source>
        <translation>样本库筛选</translation>
    </message>
    <message>
        <source>Cheat zoo by class</source>
        <translation>按类显示作弊样本库</translation>
    </message>
    <message>
        <source>The zoo cannot be read</source>
        <translation>无法读取样本库</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Whole zoo</source>
        <translation>整个样本库</translation>
    </message>
    <message>
        <source>What the zoo says</source>
        <translation>样本库说明什么</translation>
    </message>
    <message>
        <source>Every cheat must be rejected and every twin, an honest candidate that looks like it, accepted. A false accept is a hole in the verifier; a false reject is a right kernel turned away. Unfold a class to see single tricks.</source>
        <translation>每个作弊样本都必须被拒，每个对照（与之相似的诚实候选内核）都必须通过。误通过是验证器的漏洞；误拒则是正确的内核被拒之门外。展开一个类可查看各个手法。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Cancel the run of the zoo</source>
        <translation>取消样本库的判定</translation>
    </message>
    <message>
        <source>Judge the zoo</source>
        <translation>判定样本库</translation>
    </message>
    <message>
        <source>End the run; what was judged stays (Esc)</source>
        <translation>结束此次判定；已有判定保留 (Esc)</translation>
    </message>
    <message>
        <source>Judge each cheat and its twin with the verifier of this window</source>
        <translation>用本窗口的验证器判定每个作弊样本及其对照</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1/%2</translation>
    </message>
    <message>
        <source>%1 of %2 judged</source>
        <translation>已判定 %1/%2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>Not judged yet on this machine</source>
        <translation>在此机器上尚未判定</translation>
    </message>
    <message>
        <source>Judged %1</source>
        <translation>判定于 %1</translation>
    </message>
    <message>
        <source>Export the zoo</source>
        <translation>导出样本库</translation>
    </message>
    <message>
        <source>CSV, one line per candidate (*.csv);;JSON (*.json);;Markdown, the table by class (*.md)</source>
        <translation>CSV，每个候选一行 (*.csv);;JSON (*.json);;Markdown，按类的表格 (*.md)</translation>
    </message>
</context>
<context>
    <name>nereid::app::ZooRun</name>
    <message>
        <source>The result cannot be kept: %1</source>
        <translation>无法保存结果：%1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::AdviceLine</name>
    <message>
        <source>torch fallback</source>
        <translation>以 torch 代替内核</translation>
    </message>
    <message>
        <source>hard-coded output</source>
        <translation>硬编码输出</translation>
    </message>
    <message>
        <source>an omitted part</source>
        <translation>遗漏部分</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>再次询问</translation>
    </message>
    <message>
        <source>Do not wait for the answer of the advisor</source>
        <translation>不再等待顾问的回答</translation>
    </message>
    <message>
        <source>Ask the advisor about this candidate once more</source>
        <translation>就此候选再次询问顾问</translation>
    </message>
    <message>
        <source>Advice on the candidate</source>
        <translation>对候选的意见</translation>
    </message>
    <message>
        <source>%1 suspects %2</source>
        <translation>%1 怀疑：%2</translation>
    </message>
    <message>
        <source>%1 suspects nothing</source>
        <translation>%1 未发现可疑之处</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Asked %1, prompt %2. Advice is an opinion: verdict, reward and every number stay as they are.</source>
        <translation>询问于 %1，提示 %2。意见只是看法：判定、奖励和所有数字保持不变。</translation>
    </message>
    <message>
        <source>advice, decides nothing</source>
        <translation>意见，不作决定</translation>
    </message>
    <message>
        <source>Asking %1...</source>
        <translation>正在询问 %1...</translation>
    </message>
    <message>
        <source>advisor</source>
        <translation>顾问</translation>
    </message>
    <message>
        <source>no advice</source>
        <translation>没有意见</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::AlarmList</name>
    <message>
        <source>Show episodes</source>
        <translation>显示回合</translation>
    </message>
    <message>
        <source>alarm</source>
        <translation>警报</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Alarms of the run</source>
        <translation>训练的警报</translation>
    </message>
    <message>
        <source>Filter the episode list for those behind this alarm (Enter)</source>
        <translation>在回合列表中筛选此警报背后的回合 (Enter)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::AnswerTrack</name>
    <message>
        <source>accepted</source>
        <translation>通过验证</translation>
    </message>
    <message>
        <source>rejected at %1</source>
        <translation>在 %1 被拒</translation>
    </message>
    <message>
        <source>step %1, completion %2: %3, reward %4</source>
        <translation>第 %1 步，回答 %2：%3，奖励 %4</translation>
    </message>
    <message>
        <source>Answers over the steps</source>
        <translation>各步的回答</translation>
    </message>
    <message>
        <source>No answers</source>
        <translation>没有回答</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeCompare</name>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>completion %1 of %2</source>
        <translation>回答 %1/%2</translation>
    </message>
    <message>
        <source>completion %1</source>
        <translation>回答 %1</translation>
    </message>
    <message>
        <source>step %1, prompt %2, completion %3 · %4 · reward %5</source>
        <translation>第 %1 步，提示 %2，回答 %3 · %4 · 奖励 %5</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>%1 registers, %2 spills, %3 shared, %4 warps</source>
        <translation>%1 个寄存器，%2 次溢出，%3 共享，%4 个 warp</translation>
    </message>
    <message>
        <source>candidate · %1</source>
        <translation>候选内核 · %1</translation>
    </message>
    <message numerus="yes">
        <source>candidate · %n kernels, at most %1</source>
        <translation>
            <numerusform>候选内核 · %n 个内核，至多 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>PyTorch reference</source>
        <translation>PyTorch 参考</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>No episode selected</source>
        <translation>未选择回合</translation>
    </message>
    <message>
        <source>Select an episode to see the PyTorch reference and the candidate side by side.</source>
        <translation>选择一个回合，并排查看 PyTorch 参考与候选内核。</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>Scroll both sides together</source>
        <translation>两侧同步滚动</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>上一处差异</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>First candidate</source>
        <translation>第一个候选内核</translation>
    </message>
    <message>
        <source>Second candidate</source>
        <translation>第二个候选内核</translation>
    </message>
    <message>
        <source>No two candidates yet</source>
        <translation>还没有两个候选内核</translation>
    </message>
    <message>
        <source>Mark an episode with Ctrl+M, then select another one. Or select two rows of the list and press Ctrl+Shift+M.</source>
        <translation>用 Ctrl+M 标记一个回合，再选择另一个。或在列表中选择两行并按 Ctrl+Shift+M。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>the same source</source>
        <translation>源代码相同</translation>
    </message>
    <message>
        <source>Two candidates</source>
        <translation>两个候选内核</translation>
    </message>
    <message>
        <source> Accepted</source>
        <translation> 通过验证</translation>
    </message>
    <message>
        <source> Rejected at %1</source>
        <translation> 在 %1 被拒</translation>
    </message>
    <message>
        <source>completion · no candidate could be extracted</source>
        <translation>回答 · 无法提取候选内核</translation>
    </message>
    <message>
        <source>Run the verifier on this candidate now, compare with the record, and find which kernel does which operation</source>
        <translation>现在对此候选内核运行验证器，与记录比较，并找出哪个内核执行哪个运算</translation>
    </message>
    <message>
        <source>1 difference</source>
        <translation>1 处差异</translation>
    </message>
    <message numerus="yes">
        <source>%n differences</source>
        <translation>
            <numerusform>%n 处差异</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Mark what differs: minus = only at the left, plus = only at the right, tilde = changed</source>
        <translation>标出差异：减号 = 仅左侧，加号 = 仅右侧，波浪号 = 已更改</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>verifying...</source>
        <translation>正在验证...</translation>
    </message>
    <message>
        <source>verifying: %1</source>
        <translation>正在验证：%1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeLinks</name>
    <message>
        <source>%1 does %2: what it stored had its values on the first input that was run (relative error %3)</source>
        <translation>%1 执行 %2：在首个运行的输入上，其存储的值与该运算的结果一致（相对误差 %3）</translation>
    </message>
    <message>
        <source>%1 stored the output, as %2 here, with other values (relative error %3)</source>
        <translation>%1 存储了输出，对应此处的 %2，但数值不同（相对误差 %3）</translation>
    </message>
    <message>
        <source>%1 takes in %2: it lies on the way to its result, and no other launch stores it</source>
        <translation>%1 包含 %2：它位于得出结果的途中，且没有其他启动存储它</translation>
    </message>
    <message>
        <source>%1 may do %2: only the shape is the same</source>
        <translation>%1 可能执行 %2：仅形状相同</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CodeNotes</name>
    <message numerus="yes">
        <source>%1 bits (%n instructions)</source>
        <translation>
            <numerusform>%1 位（%n 条指令）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of one thread: %2</source>
        <translation>单个线程的%1：%2</translation>
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
        <translation>加载</translation>
    </message>
    <message>
        <source>st</source>
        <translation>st</translation>
    </message>
    <message>
        <source>Stores</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>atom</source>
        <translation>atom</translation>
    </message>
    <message>
        <source>Atomics</source>
        <translation>原子操作</translation>
    </message>
    <message>
        <source>Copied to shared memory while the program goes on</source>
        <translation>在程序继续运行的同时复制到共享内存</translation>
    </message>
    <message>
        <source>TMA</source>
        <translation>TMA</translation>
    </message>
    <message>
        <source>Moved by the tensor memory accelerator</source>
        <translation>由张量内存加速器 (TMA) 搬运</translation>
    </message>
    <message>
        <source>128 bits is the widest that one thread moves at once</source>
        <translation>128 位是单个线程一次搬运的最大宽度</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>range of numbers</comment>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>%1: %2 registers, %3 spilled words, %4 shared, %5 warps</source>
        <translation>%1：%2 个寄存器，%3 个溢出字，%4 共享，%5 个 warp</translation>
    </message>
    <message>
        <source>occupancy %1% (%2 of 64 warps), limited by %3</source>
        <translation>占用率 %1%（64 个 warp 中的 %2 个），受限于 %3</translation>
    </message>
    <message>
        <source>%1 reg</source>
        <translation>%1 reg</translation>
    </message>
    <message>
        <source> %1 spilled</source>
        <translation> 溢出 %1</translation>
    </message>
    <message>
        <source>Lines %1 to %2 ran on no input: nothing is known of what they do</source>
        <translation>第 %1 到 %2 行在任何输入上都没有运行：不知道它们做什么</translation>
    </message>
    <message>
        <source>A part of this line ran on no input: nothing is known of what it does</source>
        <translation>此行的一部分在任何输入上都没有运行：不知道它做什么</translation>
    </message>
    <message>
        <source>untried</source>
        <translation>未试</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>单向</translation>
    </message>
    <message>
        <source>A condition with %1 in kernel %2 had one outcome on all inputs</source>
        <translation>内核 %2 中与 %1 的条件在所有输入上结果都相同</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CompilerTable</name>
    <message>
        <source>registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>warps</source>
        <translation>warp</translation>
    </message>
    <message>
        <source>Not known for this verdict</source>
        <translation>此判定未知</translation>
    </message>
    <message>
        <source>%1 blocks with %2 of 64 warps fit on a multiprocessor of compute capability 9.0; the limit is %3</source>
        <translation>计算能力 9.0 的一个多处理器可容纳 %1 个块，共 %2 个 warp（上限 64）；受限于%3</translation>
    </message>
    <message>
        <source>%1% · %2</source>
        <translation>%1% · %2</translation>
    </message>
    <message>
        <source>%1 operations in %2</source>
        <translation>%2 中 %1 次运算</translation>
    </message>
    <message>
        <source>no tl.dot</source>
        <translation>无 tl.dot</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>4-byte words of local memory per thread</source>
        <translation>每线程本地内存的 4 字节字数</translation>
    </message>
    <message>
        <source>cubin SHA-256: %1</source>
        <translation>cubin SHA-256：%1</translation>
    </message>
    <message>
        <source>coverage %1%</source>
        <translation>覆盖率 %1%</translation>
    </message>
    <message>
        <source>GPU time: not measured</source>
        <translation>GPU 时间：未测量</translation>
    </message>
    <message>
        <source>%1: %2 µs (%3 to %4) against %5 µs for eager PyTorch, %6× (%7 to %8), on %9</source>
        <translation>%1：%2 µs（%3 至 %4），eager PyTorch 为 %5 µs，%6×（%7 至 %8），设备 %9</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>编译器</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Per thread</source>
        <translation>每线程</translation>
    </message>
    <message>
        <source>spills</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>shared, B</source>
        <translation>共享，B</translation>
    </message>
    <message>
        <source>Shared memory per block</source>
        <translation>每块共享内存</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Software pipeline</source>
        <translation>软件流水线</translation>
    </message>
    <message>
        <source>occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Share of a multiprocessor&apos;s 64 warps that can be resident at once, and what allows no more</source>
        <translation>一个多处理器的 64 个 warp 中可同时驻留的比例，以及限制因素</translation>
    </message>
    <message>
        <source>bound, µs</source>
        <translation>下限，µs</translation>
    </message>
    <message>
        <source>The least time an H200 needs for the bytes that launches move and for the operations of tl.dot, and which of the two it is</source>
        <translation>H200 完成各次启动搬运的字节和 tl.dot 运算所需的最短时间，以及受限于二者中的哪一个</translation>
    </message>
    <message>
        <source>flop/B</source>
        <translation>flop/B</translation>
    </message>
    <message>
        <source>Operations of tl.dot per byte that is moved</source>
        <translation>每移动一字节的 tl.dot 运算数</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>In one forward call</source>
        <translation>一次 forward 调用中</translation>
    </message>
    <message>
        <source>cubin, B</source>
        <translation>cubin，B</translation>
    </message>
    <message>
        <source>compiled in</source>
        <translation>编译用时</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>No kernels to show</source>
        <translation>没有可显示的内核</translation>
    </message>
    <message>
        <source>Registers, spills, shared memory and warps of each compiled kernel appear here.</source>
        <translation>这里显示每个已编译内核的寄存器、溢出、共享内存和 warp。</translation>
    </message>
    <message>
        <source>1 kernel, compiled for sm_90</source>
        <translation>1 个内核，为 sm_90 编译</translation>
    </message>
    <message numerus="yes">
        <source>%n kernels, compiled for sm_90</source>
        <translation>
            <numerusform>%n 个内核，为 sm_90 编译</numerusform>
        </translation>
    </message>
    <message>
        <source>Counted when the original inputs run on the kernel machine</source>
        <translation>原始输入在内核机上运行时统计</translation>
    </message>
    <message>
        <source>Launches: %1. At least %2 read and %3 written, with %4 (counted by the kernel machine on the %5 inputs). An H200 at 4.8 TB/s and its published rates needs at least %6 µs: bound by %7.</source>
        <translation>启动：%1。至少读取 %2、写入 %3，%4（由内核机以%5输入统计）。H200 按 4.8 TB/s 和公布的速率至少需要 %6 µs：受限于%7。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurvePlot</name>
    <message numerus="yes">
        <source>Not finite here: %n. Cross = NaN, triangle = infinity.</source>
        <translation>
            <numerusform>此处非有限：%n。叉 = NaN，三角 = 无穷。</numerusform>
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
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>Curves over the steps of the run; the value table lists the numbers at the cursor.</source>
        <translation>随训练步变化的曲线；数值表列出光标处的数值。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>No candidate of this run was timed</source>
        <translation>本训练没有候选被计时</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1: %2, smoothed %3</source>
        <translation>%1：%2，平滑 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurveTable</name>
    <message>
        <source>Values at the cursor</source>
        <translation>光标处的数值</translation>
    </message>
    <message>
        <source>plot</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Value at the first cursor, dashed, and its step</source>
        <translation>第一光标（虚线）处的数值及其步</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Value at the second cursor, dotted, and its step</source>
        <translation>第二光标（点线）处的数值及其步</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>Difference of the two values</source>
        <translation>两个数值之差</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Difference divided by the steps between</source>
        <translation>差值除以其间的步数</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Difference of the smoothed values</source>
        <translation>平滑值之差</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>The last one at or before the cursor</source>
        <translation>光标处或之前的最后一个</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>存储值</translation>
    </message>
    <message>
        <source>This curve is not smoothed</source>
        <translation>此曲线未平滑</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::CurvesView</name>
    <message>
        <source>Show what looks wrong with this run, and what to do</source>
        <translation>显示此训练的异常及处理办法</translation>
    </message>
    <message>
        <source>1 alarm</source>
        <translation>1 个警报</translation>
    </message>
    <message>
        <source>%1 alarms</source>
        <translation>%1 个警报</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>无法写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Export curves</source>
        <translation>导出曲线</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>single metrics</source>
        <translation>单个指标</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>No curves yet</source>
        <translation>还没有曲线</translation>
    </message>
    <message>
        <source>Reward, pass rate, funnel and loss appear here as soon as a run has finished its first step.</source>
        <translation>训练完成第一步后，这里显示奖励、通过率、漏斗和损失。</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic y axis in all line plots</source>
        <translation>所有折线图使用对数 y 轴</translation>
    </message>
    <message>
        <source>pause view</source>
        <translation>暂停画面</translation>
    </message>
    <message>
        <source>Hold the picture; data goes on arriving</source>
        <translation>保持画面；数据继续到达</translation>
    </message>
    <message>
        <source>follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the newest step in view</source>
        <translation>保持最新的步可见</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Table of the values at the cursor</source>
        <translation>光标处数值的表格</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Show the whole run (double click in a plot)</source>
        <translation>显示整个训练（在图中双击）</translation>
    </message>
    <message>
        <source>plots</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Choose what is plotted: any metric of the run</source>
        <translation>选择要绘制的内容：训练的任意指标</translation>
    </message>
    <message>
        <source>add run</source>
        <translation>添加训练</translation>
    </message>
    <message>
        <source>Lay the curves of another run over these (or drop its folder)</source>
        <translation>叠加另一训练的曲线（或拖入其文件夹）</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save the stored values as CSV, or the picture as PNG, SVG or PDF</source>
        <translation>将存储的数值保存为 CSV，或将图像保存为 PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Hold the cursor and its values (P in a plot; Escape lets go of both cursors)</source>
        <translation>固定光标及其数值（图中按 P；Escape 释放两个光标）</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>step axis</source>
        <translation>步轴</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>pinned at step %1</source>
        <translation>固定在第 %1 步</translation>
    </message>
    <message>
        <source>Values as CSV...</source>
        <translation>数值存为 CSV...</translation>
    </message>
    <message>
        <source>Picture as PNG...</source>
        <translation>图像存为 PNG...</translation>
    </message>
    <message>
        <source>Picture as SVG...</source>
        <translation>图像存为 SVG...</translation>
    </message>
    <message>
        <source>Picture as PDF...</source>
        <translation>图像存为 PDF...</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个训练</translation>
    </message>
    <message>
        <source>%1: steps %2 to %3</source>
        <translation>%1：第 %2 至 %3 步</translation>
    </message>
    <message>
        <source>phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Zoom to a phase of the run (Page Up and Page Down in a plot), or hide the marks</source>
        <translation>缩放到训练的某个阶段（在图中按 Page Up 和 Page Down），或隐藏标记</translation>
    </message>
    <message>
        <source>Show where phases begin</source>
        <translation>显示阶段起点</translation>
    </message>
    <message>
        <source>Show the episodes of step %1</source>
        <translation>显示第 %1 步的回合</translation>
    </message>
    <message>
        <source>Copy the values of step %1</source>
        <translation>复制第 %1 步的值</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeList</name>
    <message>
        <source>Episodes</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Filter: level:2 step:&gt;60 reason:</source>
        <translation>筛选：level:2 step:&gt;60 reason:</translation>
    </message>
    <message>
        <source>Filter of the episodes</source>
        <translation>回合筛选</translation>
    </message>
    <message>
        <source>Words look in task and reason. Keys: %1.
Examples: stage:tiny  is:rejected  step:10..20  reward&gt;=0.5  -task:softmax
Down offers what fits, Tab takes it.</source>
        <translation>单词在任务和原因中查找。键：%1。
示例：stage:tiny  is:rejected  step:10..20  reward&gt;=0.5  -task:softmax
向下键给出候选，Tab 接受。</translation>
    </message>
    <message>
        <source>Jump to the newest episodes</source>
        <translation>跳到最新回合</translation>
    </message>
    <message>
        <source>Only episodes of these steps are shown. Click to show all steps.</source>
        <translation>只显示这些步的回合。点击显示所有步。</translation>
    </message>
    <message>
        <source>step %1 %2</source>
        <translation>第 %1 步 %2</translation>
    </message>
    <message>
        <source>steps %1 to %2 %3</source>
        <translation>第 %1 至 %2 步 %3</translation>
    </message>
    <message>
        <source>Steps %1 to %2. Show all steps.</source>
        <translation>第 %1 至 %2 步。显示所有步。</translation>
    </message>
    <message>
        <source>Copy rows as text</source>
        <translation>将行复制为文本</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>%1 shown, reading flags</source>
        <translation>显示 %1，正在读取标记</translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 个新</translation>
    </message>
    <message numerus="yes">
        <source>New episodes: %n. Jump to the newest.</source>
        <translation>
            <numerusform>新回合：%n。跳到最新。</numerusform>
        </translation>
    </message>
    <message>
        <source>No episodes yet</source>
        <translation>还没有回合</translation>
    </message>
    <message>
        <source>Each judged candidate of the run appears here, the newest first.</source>
        <translation>训练的每个已判定候选内核显示在这里，最新的在前。</translation>
    </message>
    <message>
        <source>No episode fits the filter</source>
        <translation>没有回合符合筛选</translation>
    </message>
    <message>
        <source>Take terms out of the filter line, or the range of steps away, to see more.</source>
        <translation>删去筛选条件或取消步范围可看到更多。</translation>
    </message>
    <message>
        <source>Take terms out of the filter line to see more.</source>
        <translation>删去筛选条件可看到更多。</translation>
    </message>
    <message>
        <source>Supervised fine-tuning learns from given answers: nothing is generated or judged. Candidates of later phases and of evaluations appear here.</source>
        <translation>监督微调从给定的回答中学习：不生成也不判定任何内容。后续阶段和评估的候选会显示在这里。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeModel</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>advantage</source>
        <translation>优势</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>judged in</source>
        <translation>判定用时</translation>
    </message>
    <message>
        <source>Step %1, prompt %2, completion %3 (%4)</source>
        <translation>第 %1 步，提示 %2，回答 %3（%4）</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>通过验证</translation>
    </message>
    <message>
        <source>No bookmark</source>
        <translation>没有书签</translation>
    </message>
    <message>
        <source>bookmarked</source>
        <translation>有书签</translation>
    </message>
    <message>
        <source>Bookmark; a dot for a note</source>
        <translation>书签；圆点表示备注</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>训练阶段</translation>
    </message>
    <message>
        <source>%1 · turn %2</source>
        <translation>%1 · 第 %2 轮</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::EpisodeTimeline</name>
    <message>
        <source>Events of the episode in lanes</source>
        <translation>按通道显示回合的事件</translation>
    </message>
    <message>
        <source>Left and Right go event by event, brackets token by token, plus and minus zoom, 0 shows all, Z shows the chosen event, Space plays.</source>
        <translation>左右键逐个事件移动，方括号键逐个词元移动，加减键缩放，0 显示全部，Z 显示所选事件，空格播放。</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>%1, measured for all completions of the step, which are generated together; tokens are in order only</source>
        <translation>%1，对该步一起生成的所有回答测得；词元仅按顺序排列</translation>
    </message>
    <message>
        <source>took %1, measured; when it began is not recorded</source>
        <translation>用时 %1，实测；未记录开始时间</translation>
    </message>
    <message>
        <source>order only: no time was recorded</source>
        <translation>仅按顺序：未记录时间</translation>
    </message>
    <message>
        <source>extraction</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>in order: no times were recorded</source>
        <translation>按顺序：未记录时间</translation>
    </message>
    <message>
        <source>in order, not to scale</source>
        <translation>按顺序，不按比例</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ErrorMapView</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>NaN, infinite or another integer</source>
        <translation>NaN、无穷或不同的整数</translation>
    </message>
    <message>
        <source>error up to %1 times the bound</source>
        <translation>误差至上限的 %1 倍</translation>
    </message>
    <message>
        <source>error at most %1 of the bound</source>
        <translation>误差至多为上限的 %1</translation>
    </message>
    <message>
        <source>Where the output differs</source>
        <translation>输出的差异位置</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>%1 of %2 beyond the bound · %3</source>
        <translation>%2 个中 %1 个超出上限 · %3</translation>
    </message>
    <message>
        <source>output %1: %2</source>
        <translation>输出 %1：%2</translation>
    </message>
    <message>
        <source>rows %1, columns %2: %3</source>
        <translation>行 %1，列 %2：%3</translation>
    </message>
    <message>
        <source>Copy as Table</source>
        <translation>复制为表格</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>上限</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FilterLine</name>
    <message>
        <source>Offers for the filter</source>
        <translation>筛选候选</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FindBar</name>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>上一处匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>下一处匹配 (Enter)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>关闭 (Escape)</translation>
    </message>
    <message>
        <source>Text to find</source>
        <translation>要查找的文本</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>1 hit</source>
        <translation>1 处匹配</translation>
    </message>
    <message numerus="yes">
        <source>%n hits</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FlagLine</name>
    <message>
        <source>Flag: %1</source>
        <translation>标记：%1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FunnelChart</name>
    <message>
        <source>Furthest stage passed, by step</source>
        <translation>按步显示通过的最远阶段</translation>
    </message>
    <message>
        <source>Left and Right move the step, with Shift they choose a range, Escape takes it away. The table holds the numbers of the range.</source>
        <translation>左右键移动步，按住 Shift 选择范围，Escape 取消。表格含该范围的数值。</translation>
    </message>
    <message>
        <source>passed nothing</source>
        <translation>未通过任何阶段</translation>
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
        <translation>其他 (%1)</translation>
    </message>
    <message>
        <source>Where candidates leave the funnel</source>
        <translation>候选内核离开漏斗之处</translation>
    </message>
    <message>
        <source>Left and Right go from stage to stage, Up and Down from reason to reason, Enter shows the episodes. The table holds the same numbers.</source>
        <translation>左右键切换阶段，上下键切换原因，Enter 显示回合。表格含相同数值。</translation>
    </message>
    <message>
        <source>Rejected at %1: other reasons (%2)</source>
        <translation>在 %1 被拒：其他原因 (%2)</translation>
    </message>
    <message>
        <source>%1: %2 of %3 candidates came here, %4; %5 of them passed</source>
        <translation>%1：%3 个候选中的 %2 个到达此处，%4；其中 %5 通过</translation>
    </message>
    <message>
        <source>Click to list these episodes.</source>
        <translation>点击列出这些回合。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::FunnelView</name>
    <message>
        <source>Funnel</source>
        <translation>漏斗</translation>
    </message>
    <message>
        <source>Phase that is counted</source>
        <translation>统计的阶段</translation>
    </message>
    <message>
        <source>Level of the tasks that is counted</source>
        <translation>统计的任务级别</translation>
    </message>
    <message>
        <source>No candidates yet</source>
        <translation>还没有候选内核</translation>
    </message>
    <message>
        <source>How far candidates come, and why they are rejected, appears here as soon as a run has judged some.</source>
        <translation>训练判定了一些候选内核后，这里显示它们走到哪一步以及被拒原因。</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>整个训练</translation>
    </message>
    <message>
        <source>Count all steps (Escape, or a double click in the chart)</source>
        <translation>统计所有步（Escape，或在图中双击）</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show every reason with its numbers</source>
        <translation>显示每个原因及其数值</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy the table, or save reasons or steps as CSV</source>
        <translation>复制表格，或将原因或步存为 CSV</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>of all</source>
        <translation>占全部</translation>
    </message>
    <message>
        <source>Share of all candidates of these steps</source>
        <translation>占这些步所有候选内核的比例</translation>
    </message>
    <message>
        <source>of stage</source>
        <translation>占阶段</translation>
    </message>
    <message>
        <source>Share of the candidates that reached the stage</source>
        <translation>占到达该阶段的候选内核的比例</translation>
    </message>
    <message>
        <source>Where candidates leave the funnel, in numbers</source>
        <translation>候选内核离开漏斗之处（数值）</translation>
    </message>
    <message>
        <source>Click a way out to list its episodes.</source>
        <translation>点击某个出口列出其回合。</translation>
    </message>
    <message>
        <source>all phases</source>
        <translation>所有阶段</translation>
    </message>
    <message>
        <source>all levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>级别 %1</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>第 %1 至 %2 步</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>所有步</translation>
    </message>
    <message>
        <source>%1 · %2 candidates · %3 accepted</source>
        <translation>%1 · %2 个候选 · %3 通过</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Reasons as CSV...</source>
        <translation>原因存为 CSV...</translation>
    </message>
    <message>
        <source>Steps as CSV...</source>
        <translation>步存为 CSV...</translation>
    </message>
    <message>
        <source>Save the steps</source>
        <translation>保存步</translation>
    </message>
    <message>
        <source>Save the reasons</source>
        <translation>保存原因</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>%1 judges no candidates</source>
        <translation>%1 不判定候选</translation>
    </message>
    <message>
        <source>No candidates here</source>
        <translation>此处没有候选</translation>
    </message>
    <message>
        <source>Supervised fine-tuning learns from given answers. Its loss is in the curves.</source>
        <translation>监督微调从给定的回答中学习。其损失见曲线。</translation>
    </message>
    <message>
        <source>Choose other phases, levels or steps to see candidates.</source>
        <translation>选择其他阶段、级别或步数以查看候选。</translation>
    </message>
    <message>
        <source>reasons</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>List the commonest reasons of the last steps, each in one sentence</source>
        <translation>列出最近几步最常见的原因，每个一句话</translation>
    </message>
    <message>
        <source>Click a reason to list its episodes.</source>
        <translation>点击原因以列出其回合。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::GroupColumn</name>
    <message>
        <source>Candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>Candidate of completion %1</source>
        <translation>回答 %1 的候选内核</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::GroupHead</name>
    <message>
        <source>Completion %1 of %2: %3, reward %4, advantage %5</source>
        <translation>回答 %1/%2：%3，奖励 %4，优势 %5</translation>
    </message>
    <message>
        <source>%1, selected</source>
        <translation>%1，已选</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>通过验证</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>advantage %1</source>
        <translation>优势 %1</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>奖励 %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::GroupView</name>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>No episode selected</source>
        <translation>未选择回合</translation>
    </message>
    <message>
        <source>Select an episode to see all completions of its prompt side by side.</source>
        <translation>选择一个回合，并排查看其提示的所有回答。</translation>
    </message>
    <message>
        <source>Completions of the group</source>
        <translation>组内回答</translation>
    </message>
    <message>
        <source>by reward</source>
        <translation>按奖励</translation>
    </message>
    <message>
        <source>Best completion first, instead of the order of sampling</source>
        <translation>最佳回答在前，而非按采样顺序</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Mark what differs from the selected candidate</source>
        <translation>标记与所选候选内核的差异</translation>
    </message>
    <message>
        <source>step %1 · prompt %2 · %3 completions · mean reward %4</source>
        <translation>第 %1 步 · 提示 %2 · %3 个回答 · 平均奖励 %4</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::InputsTable</name>
    <message>
        <source>%1 of %2 wrong</source>
        <translation>%2 个中 %1 个错误</translation>
    </message>
    <message>
        <source>, first at %1</source>
        <translation>，首个在 %1</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>– not applicable</source>
        <translation>– 不适用</translation>
    </message>
    <message>
        <source>– not applicable: %1</source>
        <translation>– 不适用：%1</translation>
    </message>
    <message>
        <source>~ agrees (advisory)</source>
        <translation>~ 一致（仅提示）</translation>
    </message>
    <message>
        <source>~ flag &quot;%1&quot;: %2</source>
        <translation>~ 标记“%1”：%2</translation>
    </message>
    <message>
        <source> passed</source>
        <translation> 通过</translation>
    </message>
    <message>
        <source>Advisory: a failure would set a flag and reject nothing.</source>
        <translation>仅提示：失败只会设置标记，不会拒绝。</translation>
    </message>
    <message>
        <source>Advisory: this sets a flag and rejects nothing.</source>
        <translation>仅提示：此项设置标记，不会拒绝。</translation>
    </message>
    <message>
        <source>There: expected %1, got %2</source>
        <translation>该处：期望 %1，得到 %2</translation>
    </message>
    <message>
        <source>PyTorch&apos;s own error in this dtype: %1</source>
        <translation>PyTorch 在此类型下自身的误差：%1</translation>
    </message>
    <message>
        <source>Took %1</source>
        <translation>用时 %1</translation>
    </message>
    <message>
        <source>Not measured: the input did not get that far</source>
        <translation>未测量：该输入未到此处</translation>
    </message>
    <message>
        <source>%1 of %2 passed</source>
        <translation>%2 个中 %1 个通过</translation>
    </message>
    <message>
        <source> · %1 of %2 advisory flagged</source>
        <translation> · %2 个提示中 %1 个有标记</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reproduce as script</source>
        <translation>生成复现脚本</translation>
    </message>
    <message>
        <source>Save a Python script that shows this failure without Nereid</source>
        <translation>保存可脱离 Nereid 复现此失败的 Python 脚本</translation>
    </message>
    <message>
        <source>No inputs to show</source>
        <translation>没有可显示的输入</translation>
    </message>
    <message>
        <source>Choose an input to see where its output differs.</source>
        <translation>选择一个输入，查看其输出的差异位置。</translation>
    </message>
    <message>
        <source>Every element is within the bound.</source>
        <translation>所有元素都在上限之内。</translation>
    </message>
    <message>
        <source>No values were compared, or no map of them was kept.</source>
        <translation>没有比较数值，或未保留其分布图。</translation>
    </message>
    <message>
        <source>All applicable inputs agree with the reference.</source>
        <translation>所有适用的输入都与参考一致。</translation>
    </message>
    <message>
        <source>No input was run</source>
        <translation>没有运行输入</translation>
    </message>
    <message>
        <source>The candidate was rejected at the stage %1.</source>
        <translation>候选内核在 %1 阶段被拒。</translation>
    </message>
    <message>
        <source>The verdict lists no inputs.</source>
        <translation>判定未列出输入。</translation>
    </message>
    <message>
        <source>First wrong element: %1, expected %2, got %3</source>
        <translation>首个错误元素：%1，预期 %2，实际 %3</translation>
    </message>
    <message>
        <source>Show this element in the map of where the output differs</source>
        <translation>在输出差异图中显示此元素</translation>
    </message>
    <message>
        <source>Relative to the fp64 reference, worst over outputs and rows. By allclose: in the unit of the output, of the element that is worst against its bound</source>
        <translation>相对 fp64 参考，取各输出和行的最大值。用 allclose 时：以输出的单位表示，取相对自身上限最差的元素</translation>
    </message>
    <message>
        <source>Largest error that is accepted there</source>
        <translation>该处可接受的最大误差</translation>
    </message>
    <message>
        <source>Select an episode, or verify a candidate: each input variant with its error and bound appears here.</source>
        <translation>选择一个回合，或验证一个候选内核：每个输入变体及其误差和界限会显示在这里。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::KernelDebugger</name>
    <message>
        <source>Debugger</source>
        <translation>调试器</translation>
    </message>
    <message>
        <source>Source of the kernel</source>
        <translation>内核源代码</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>As Triton&apos;s intermediate form names it</source>
        <translation>Triton 中间表示中的名称</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Way of the element</source>
        <translation>元素的来历</translation>
    </message>
    <message>
        <source>No program to step through</source>
        <translation>没有可逐步查看的程序</translation>
    </message>
    <message>
        <source>Choose an episode or judge a kernel; then every value of it can be looked at.</source>
        <translation>选择一个回合或判定一个内核；之后可以查看它的每个值。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>To the first line</source>
        <translation>到第一行</translation>
    </message>
    <message>
        <source>One line back</source>
        <translation>后退一行</translation>
    </message>
    <message>
        <source>One line on</source>
        <translation>前进一行</translation>
    </message>
    <message>
        <source>To the last line</source>
        <translation>到最后一行</translation>
    </message>
    <message>
        <source>To the last time that this line ran</source>
        <translation>到此行上一次运行</translation>
    </message>
    <message>
        <source>To the next time that this line runs</source>
        <translation>到此行下一次运行</translation>
    </message>
    <message>
        <source>&amp;Element</source>
        <translation>元素(&amp;E)</translation>
    </message>
    <message>
        <source>first, 3,8 or 1:3,8</source>
        <translation>first、3,8 或 1:3,8</translation>
    </message>
    <message>
        <source>An element of the output: the program that stored it is shown. first is the first wrong one; 1:3,8 is of the second output.</source>
        <translation>输出的一个元素：显示写入它的程序。first 是第一个错误元素；1:3,8 属于第二个输出。</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Numbers, or only their colours from the smallest to the largest</source>
        <translation>显示数字，或仅显示从最小到最大的颜色</translation>
    </message>
    <message>
        <source>Debug this kernel</source>
        <translation>调试此内核</translation>
    </message>
    <message>
        <source>There is nothing to step through</source>
        <translation>没有可逐步查看的内容</translation>
    </message>
    <message>
        <source>%1 · program %2, %3, %4 of %5 × %6 × %7 · input %8</source>
        <translation>%1 · 程序 %2, %3, %4（共 %5 × %6 × %7）· 输入 %8</translation>
    </message>
    <message>
        <source> · output %1 %2</source>
        <translation> · 输出 %1 %2</translation>
    </message>
    <message>
        <source> · failed</source>
        <translation> · 失败</translation>
    </message>
    <message>
        <source> · it did more than is kept</source>
        <translation> · 其操作超出保留范围</translation>
    </message>
    <message>
        <source>line %1 · %2 of %3</source>
        <translation>第 %1 行 · %2 / %3</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> (%1)</translation>
    </message>
    <message>
        <source>Made of · %1</source>
        <translation>来源 · %1</translation>
    </message>
    <message>
        <source>&amp;Launch</source>
        <translation>启动(&amp;L)</translation>
    </message>
    <message>
        <source>Launches of forward, in order, with kernel and grid</source>
        <translation>forward 的各次启动，按顺序，含内核和网格</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>程序(&amp;P)</translation>
    </message>
    <message>
        <source>Program, x of the grid</source>
        <translation>程序，网格的 x</translation>
    </message>
    <message>
        <source>Program, y of the grid</source>
        <translation>程序，网格的 y</translation>
    </message>
    <message>
        <source>Program, z of the grid</source>
        <translation>程序，网格的 z</translation>
    </message>
    <message>
        <source>%1 of the program in the grid, 0 to %2</source>
        <translation>程序在网格中的 %1，0 到 %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Its memory is not kept: launches behind it take too much</source>
        <translation>其内存未保留：之后的启动占用过多</translation>
    </message>
    <message>
        <source>judging once more, for another program...</source>
        <translation>正在为另一个程序再次判定...</translation>
    </message>
    <message>
        <source> · line %1 did not run</source>
        <translation> · 第 %1 行未运行</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LegendChips</name>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message numerus="yes">
        <source>Show or hide %n more curve(s)</source>
        <translation>
            <numerusform>显示或隐藏另外 %n 条曲线</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LevelPane</name>
    <message>
        <source>No %1 of this kernel</source>
        <translation>此内核没有 %1</translation>
    </message>
    <message>
        <source>The compiler did not get that far.</source>
        <translation>编译器未进行到这一步。</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>inlined: %1</source>
        <translation>内联：%1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LevelView</name>
    <message>
        <source>%1 · %2 warps, %3 stages, %4 registers</source>
        <translation>%1 · %2 个 warp，%3 级，%4 个寄存器</translation>
    </message>
    <message>
        <source>Compiler levels</source>
        <translation>编译层级</translation>
    </message>
    <message>
        <source>Compiled kernel</source>
        <translation>已编译的内核</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Level of the compiler</source>
        <translation>编译层级</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected lines, or the whole text</source>
        <translation>复制所选行或全部文本</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>保存...</translation>
    </message>
    <message>
        <source>Save the text of this level</source>
        <translation>保存此层级的文本</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Nothing compiled</source>
        <translation>没有编译产物</translation>
    </message>
    <message>
        <source>TTIR, TTGIR, LLIR, PTX and SASS of each kernel appear here, linked with the lines of the candidate.</source>
        <translation>这里显示每个内核的 TTIR、TTGIR、LLIR、PTX 和 SASS，并与候选内核的行关联。</translation>
    </message>
    <message>
        <source>Not kept for this verdict</source>
        <translation>此判定未保留</translation>
    </message>
    <message>
        <source>What the compiler made of each kernel is kept only when it is asked for, because it takes time and room.</source>
        <translation>每个内核的编译产物只在要求时保留，因为它耗费时间和空间。</translation>
    </message>
    <message>
        <source>Verify again with artefacts</source>
        <translation>重新验证并保留产物</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Line %1 of the candidate: nothing here</source>
        <translation>候选内核第 %1 行：此处没有</translation>
    </message>
    <message>
        <source>Line %1 of the candidate: 1 line here</source>
        <translation>候选内核第 %1 行：此处 1 行</translation>
    </message>
    <message numerus="yes">
        <source>Line %1 of the candidate: %n lines here</source>
        <translation>
            <numerusform>候选内核第 %1 行：此处 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Compiled kernel, second level</source>
        <translation>已编译的内核，第二层级</translation>
    </message>
    <message>
        <source>Second level of the compiler</source>
        <translation>编译器的第二层级</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Show a second level beside the first, linked with it</source>
        <translation>在第一层级旁显示与之关联的第二层级</translation>
    </message>
    <message numerus="yes">
        <source>%n of this very expression (arrows)</source>
        <translation>
            <numerusform>其中 %n 行属于此表达式（箭头）</numerusform>
        </translation>
    </message>
    <message>
        <source>Click a line to see where it comes from; F7 walks through what belongs together</source>
        <translation>点击一行查看其来源；F7 依次浏览相关的行</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::LogView</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Lines to show</source>
        <translation>显示的行</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>训练日志</translation>
    </message>
    <message>
        <source>%1 · 1 warning</source>
        <translation>%1 · 1 条警告</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n warnings</source>
        <translation>
            <numerusform>%1 · %n 条警告</numerusform>
        </translation>
    </message>
    <message>
        <source>  step %1  </source>
        <translation>  第 %1 步  </translation>
    </message>
    <message>
        <source>Nothing reported yet</source>
        <translation>还没有消息</translation>
    </message>
    <message>
        <source>States, checkpoints, warnings and errors of the run appear here.</source>
        <translation>运行的状态、检查点、警告和错误会显示在这里。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::PanelHead</name>
    <message>
        <source>More commands</source>
        <translation>更多命令</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ParallelPlot</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>%1 · log</source>
        <translation>%1 · 对数</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>No axes yet. Settings in which the runs differ and the columns of the table appear here.</source>
        <translation>还没有坐标轴。各训练之间不同的设置和表格的列会显示在这里。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>无法写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Parallel coordinates of runs</source>
        <translation>训练的平行坐标</translation>
    </message>
    <message>
        <source>Runs: %1.</source>
        <translation>训练：%1。</translation>
    </message>
    <message>
        <source>Axis %1 of %2: %3, from %4 to %5.</source>
        <translation>坐标轴 %1/%2：%3，从 %4 到 %5。</translation>
    </message>
    <message>
        <source>Axis %1 of %2: %3, all values.</source>
        <translation>坐标轴 %1/%2：%3，所有值。</translation>
    </message>
    <message>
        <source>The table of runs holds the same values. Left and Right choose an axis, Up and Down move the lower end of its range, with Shift the upper one, Delete clears it, Ctrl+Left and Ctrl+Right move the axis.</source>
        <translation>训练表格含相同数值。左右键选择坐标轴，上下键移动范围下端，按住 Shift 移动上端，Delete 清除范围，Ctrl+左右键移动坐标轴。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::PhaseList</name>
    <message>
        <source>%1, %2 epochs of</source>
        <translation>%1，%2 轮，每轮</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Add &amp;phase</source>
        <translation>添加阶段(&amp;P)</translation>
    </message>
    <message>
        <source>Another part of the recipe, behind the others</source>
        <translation>配方的又一部分，排在其他部分之后</translation>
    </message>
    <message>
        <source>Add phase</source>
        <translation>添加阶段</translation>
    </message>
    <message>
        <source>Undo the removal</source>
        <translation>撤销移除</translation>
    </message>
    <message>
        <source>Show all settings of this phase</source>
        <translation>显示此阶段的所有设置</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>A method, an agent, or a name of your own, with its method among the settings</source>
        <translation>方法、智能体，或自定义名称（其方法在设置中指定）</translation>
    </message>
    <message>
        <source>settings (%1)</source>
        <translation>设置 (%1)</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>A name of your own</source>
        <translation>自定义名称</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>One phase: %1. More can follow in the same run.</source>
        <translation>一个阶段：%1。同一训练中可再添加阶段。</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Name of phase %1</source>
        <translation>阶段 %1 的名称</translation>
    </message>
    <message>
        <source>Steps of %1</source>
        <translation>%1 的步数</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>%1 的设置</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>上移 %1</translation>
    </message>
    <message>
        <source>Move %1 down</source>
        <translation>下移 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::QueueList</name>
    <message>
        <source>%1st</source>
        <translation>第 %1 位</translation>
    </message>
    <message>
        <source>%1nd</source>
        <translation>第 %1 位</translation>
    </message>
    <message>
        <source>%1rd</source>
        <translation>第 %1 位</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>第 %1 位</translation>
    </message>
    <message>
        <source>could not run: %1</source>
        <translation>无法运行：%1</translation>
    </message>
    <message>
        <source>queued, %1</source>
        <translation>排队中，%1</translation>
    </message>
    <message>
        <source>queue paused</source>
        <translation>队列已暂停</translation>
    </message>
    <message>
        <source>in about %1</source>
        <translation>约 %1 后</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1
%2
Enter: settings. Alt+Shift+Up or Down: move. Delete: take out.</source>
        <translation>%1
%2
Enter：设置。Alt+Shift+上/下：移动。Delete：移出。</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>等待中的训练</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 个训练</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n 个训练</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1，已暂停</translation>
    </message>
    <message>
        <source>%1, done in about %2</source>
        <translation>%1，约 %2 后完成</translation>
    </message>
    <message>
        <source>go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Start the next run, now or when the present one ends</source>
        <translation>开始下一个训练：立即开始，或在当前训练结束后开始</translation>
    </message>
    <message>
        <source>Start no further run; the present one goes on</source>
        <translation>不再开始后续训练；当前训练继续</translation>
    </message>
    <message>
        <source>Go on with the queue</source>
        <translation>继续队列</translation>
    </message>
    <message>
        <source>Pause the queue</source>
        <translation>暂停队列</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>设置...</translation>
    </message>
    <message>
        <source>Queue again</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Take out of the queue</source>
        <translation>移出队列</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReasonLine</name>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Go to the line of the candidate</source>
        <translation>转到候选的该行</translation>
    </message>
    <message>
        <source>Go to line %1 of the candidate</source>
        <translation>转到候选的第 %1 行</translation>
    </message>
    <message>
        <source>accepted: completion %1</source>
        <translation>通过验证：回答 %1</translation>
    </message>
    <message>
        <source>accepted completion %1 has there: %2</source>
        <translation>通过验证的回答 %1 此处为：%2</translation>
    </message>
    <message>
        <source>The accepted answer of the group that is nearest to this one. Click to see both.</source>
        <translation>组内与此最接近的通过验证的回答。点击可对照查看。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReasonList</name>
    <message>
        <source>all steps</source>
        <translation>全部步</translation>
    </message>
    <message>
        <source>last %1 steps</source>
        <translation>最近 %1 步</translation>
    </message>
    <message>
        <source>Steps whose reasons are counted</source>
        <translation>统计原因的步</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of all candidates of these steps</source>
        <translation>占这些步的全部候选</translation>
    </message>
    <message>
        <source>trend</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>Where the share changed, if it did</source>
        <translation>占比在何处变化（若有）</translation>
    </message>
    <message>
        <source>The commonest reasons of rejections</source>
        <translation>最常见的拒绝原因</translation>
    </message>
    <message>
        <source>%1 of %2 candidates. Click to list them.</source>
        <translation>%2 个候选中的 %1 个。点击可列出。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayBar</name>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>到开头</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Step on</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Select an episode to replay it</source>
        <translation>选择一个回合进行回放</translation>
    </message>
    <message>
        <source> accepted</source>
        <translation> 通过验证</translation>
    </message>
    <message>
        <source> failed at %1: %2</source>
        <translation> 在 %1 失败：%2</translation>
    </message>
    <message>
        <source>to scale</source>
        <translation>按比例</translation>
    </message>
    <message>
        <source>Lay the lanes out by measured time; events without one become instants</source>
        <translation>按实测时间排布通道；没有时间的事件显示为时刻点</translation>
    </message>
    <message>
        <source>not to scale</source>
        <translation>未按比例</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayModel</name>
    <message>
        <source>prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>extract</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>%1 n/a</source>
        <translation>%1 不适用</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>奖励 %1</translation>
    </message>
    <message>
        <source>advantage %1</source>
        <translation>优势 %1</translation>
    </message>
    <message>
        <source>rewards</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>advantages</source>
        <translation>优势</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayTimeline</name>
    <message>
        <source>Timeline of the episode</source>
        <translation>回合的时间线</translation>
    </message>
    <message>
        <source>Left and Right step, Home and End jump, Space plays.</source>
        <translation>左右键逐步，Home 和 End 跳转，空格播放。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ReplayView</name>
    <message>
        <source>%1, error %2, bound %3</source>
        <translation>%1，误差 %2，上限 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n lines of Python</source>
        <translation>
            <numerusform>%n 行 Python</numerusform>
        </translation>
    </message>
    <message>
        <source>no candidate in the completion</source>
        <translation>回答中没有候选内核</translation>
    </message>
    <message>
        <source>cut off at the token limit</source>
        <translation>在词元上限处截断</translation>
    </message>
    <message>
        <source>group mean %1, std %2</source>
        <translation>组均值 %1，标准差 %2</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>What happened so far</source>
        <translation>目前为止发生的事</translation>
    </message>
    <message>
        <source>completion</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>advantage</source>
        <translation>优势</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>So far</source>
        <translation>目前</translation>
    </message>
    <message>
        <source>Nothing to replay</source>
        <translation>没有可回放的内容</translation>
    </message>
    <message>
        <source>Select an episode: prompt, tokens, stages, inputs and reward replay here.</source>
        <translation>选择一个回合：这里回放提示、词元、阶段、输入和奖励。</translation>
    </message>
    <message>
        <source>step %1 · completion %2</source>
        <translation>第 %1 步 · 回答 %2</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>已结束：%1</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>现在：%1</translation>
    </message>
    <message>
        <source>▸ %1</source>
        <translation>▸ %1</translation>
    </message>
    <message>
        <source>Verify again</source>
        <translation>重新验证</translation>
    </message>
    <message>
        <source>Run the verifier on this candidate now and show what differs from the record</source>
        <translation>现在对此候选内核运行验证器，并显示与记录的差异</translation>
    </message>
    <message>
        <source>completion %1 of %2</source>
        <translation>回答 %1/%2</translation>
    </message>
    <message>
        <source>reward %1, rank %2 in the group</source>
        <translation>奖励 %1，组内排名 %2</translation>
    </message>
    <message>
        <source>reward %1</source>
        <translation>奖励 %1</translation>
    </message>
    <message>
        <source>mean of step %1: %2</source>
        <translation>第 %1 步的均值：%2</translation>
    </message>
    <message numerus="yes">
        <source>task answered in %n steps</source>
        <translation>
            <numerusform>任务在 %n 步中有回答</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Turn before</source>
        <translation>上一轮</translation>
    </message>
    <message>
        <source>Turn after</source>
        <translation>下一轮</translation>
    </message>
    <message>
        <source>Select the answer that this one was asked to better</source>
        <translation>选择此回答所要改进的回答</translation>
    </message>
    <message>
        <source>Select the answer that was asked for with this one and its verdict</source>
        <translation>选择凭此回答及其判定再问得到的回答</translation>
    </message>
    <message>
        <source>%1 · turn %2</source>
        <translation>%1 · 第 %2 轮</translation>
    </message>
    <message>
        <source>%1, turn %2</source>
        <translation>%1，第 %2 轮</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RewardTable</name>
    <message>
        <source>Reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Reward parts</source>
        <translation>奖励组成</translation>
    </message>
    <message>
        <source>No reward to show</source>
        <translation>没有可显示的奖励</translation>
    </message>
    <message>
        <source>Select an episode: the parts of its reward and its advantage appear here.</source>
        <translation>选择一个回合：这里显示其奖励组成和优势。</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>sum of the parts</source>
        <translation>各部分之和</translation>
    </message>
    <message>
        <source>group mean</source>
        <translation>组均值</translation>
    </message>
    <message>
        <source>over the completions of this prompt</source>
        <translation>该提示的所有回答</translation>
    </message>
    <message>
        <source>group std</source>
        <translation>组标准差</translation>
    </message>
    <message>
        <source>advantage</source>
        <translation>优势</translation>
    </message>
    <message>
        <source>reward against its group; what the update is weighted with</source>
        <translation>奖励相对于组；更新以此加权</translation>
    </message>
    <message>
        <source>credit of the furthest stage</source>
        <translation>所达最远阶段的得分</translation>
    </message>
    <message>
        <source>how much faster than eager PyTorch</source>
        <translation>比 eager PyTorch 快多少</translation>
    </message>
    <message>
        <source>reward of the plan</source>
        <translation>规划的奖励</translation>
    </message>
    <message>
        <source>correct, times the speedup up to 2; for the plan&apos;s tokens</source>
        <translation>正确性乘以不超过 2 的加速比；用于规划的词元</translation>
    </message>
    <message>
        <source>reward of the code</source>
        <translation>代码的奖励</translation>
    </message>
    <message>
        <source>advantage of the plan</source>
        <translation>规划的优势</translation>
    </message>
    <message>
        <source>its reward against its group; what the plan&apos;s tokens learn from</source>
        <translation>其奖励与组内相比；规划的词元由此学习</translation>
    </message>
    <message>
        <source>advantage of the code</source>
        <translation>代码的优势</translation>
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
        <translation>无法读取</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>pass %1</source>
        <translation>通过 %1</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>%1
%2 · %3</source>
        <translation>%1
%2 · %3</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练列表</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有训练</translation>
    </message>
    <message>
        <source>Start the pocket run, or drop a run folder here.</source>
        <translation>开始袖珍训练，或将训练文件夹拖到这里。</translation>
    </message>
    <message>
        <source>Start the pocket run</source>
        <translation>开始袖珍训练</translation>
    </message>
    <message>
        <source>Lay over the curves</source>
        <translation>叠加到曲线上</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Take out of the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>tags: %1</source>
        <translation>标签：%1</translation>
    </message>
    <message>
        <source>Filter: name, tag:, state:</source>
        <translation>筛选：名称、tag:、state:</translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation>训练筛选</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>No run fits the filter</source>
        <translation>没有训练符合筛选</translation>
    </message>
    <message>
        <source>Archived runs are found by is:archived.</source>
        <translation>已归档的训练可用 is:archived 找到。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>All runs are archived</source>
        <translation>所有训练都已归档</translation>
    </message>
    <message>
        <source>They are kept as they are, out of the way.</source>
        <translation>它们保持原样，只是收起不显示。</translation>
    </message>
    <message>
        <source>Show archived runs</source>
        <translation>显示已归档的训练</translation>
    </message>
    <message>
        <source>Tags...</source>
        <translation>标签...</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>移出归档</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>%1 judged</source>
        <translation>已判定 %1</translation>
    </message>
    <message>
        <source>%1 of %2 judged</source>
        <translation>已判定 %1/%2</translation>
    </message>
    <message>
        <source>Words in name, tags, phases or state; tag:, tag=, state:, phase:, is:archived; a minus for what does not hold the word</source>
        <translation>名称、标签、阶段或状态中的词；tag:、tag=、state:、phase:、is:archived；减号表示不含该词</translation>
    </message>
    <message>
        <source>Open an evaluation</source>
        <translation>打开评估</translation>
    </message>
    <message>
        <source>After step %1</source>
        <translation>第 %1 步之后</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>运行的名称</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunOverlay</name>
    <message>
        <source>all runs</source>
        <translation>所有训练</translation>
    </message>
    <message>
        <source>same settings</source>
        <translation>相同设置</translation>
    </message>
    <message>
        <source>%1 · %2 runs</source>
        <translation>%1 · %2 个训练</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunStrip</name>
    <message>
        <source>%1
Click to hide or show, Delete to take away</source>
        <translation>%1
点击隐藏或显示，Delete 移除</translation>
    </message>
    <message>
        <source>%1
The run of this window; click to hide or show</source>
        <translation>%1
本窗口的训练；点击隐藏或显示</translation>
    </message>
    <message>
        <source>Show run %1</source>
        <translation>显示训练 %1</translation>
    </message>
    <message>
        <source>Runs that are averaged</source>
        <translation>取平均的训练</translation>
    </message>
    <message>
        <source>Draw the mean of runs that belong together, with a band around it. Hidden runs count all the same.</source>
        <translation>绘制同类训练的均值及其区间带。隐藏的训练同样计入。</translation>
    </message>
    <message>
        <source>Band around the mean</source>
        <translation>均值周围的区间带</translation>
    </message>
    <message>
        <source>min to max</source>
        <translation>最小到最大</translation>
    </message>
    <message>
        <source>± 1 std dev</source>
        <translation>± 1 标准差</translation>
    </message>
    <message>
        <source>Band around a mean: from the smallest to the largest run, or one standard deviation</source>
        <translation>均值周围的区间带：从最小到最大，或一个标准差</translation>
    </message>
    <message>
        <source>each run</source>
        <translation>各训练</translation>
    </message>
    <message>
        <source>mean over seeds</source>
        <translation>按种子取均值</translation>
    </message>
    <message>
        <source>mean of all runs</source>
        <translation>所有训练的均值</translation>
    </message>
    <message>
        <source>mean by %1</source>
        <translation>按 %1 取均值</translation>
    </message>
    <message>
        <source>Mean of %1
Click to hide or show the single runs</source>
        <translation>%1 的平均
点击可隐藏或显示单个训练</translation>
    </message>
    <message>
        <source>Show the runs of %1</source>
        <translation>显示 %1 的训练</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Group the runs, or choose fewer of them, to tell their curves apart.</source>
        <translation>将运行分组，或少选几个，以便区分它们的曲线。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTable</name>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Filter runs: words, or reward&gt;0.5 beta=0</source>
        <translation>筛选训练：单词，或 reward&gt;0.5 beta=0</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选训练</translation>
    </message>
    <message>
        <source>Show the hidden runs again</source>
        <translation>重新显示隐藏的训练</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>正在读取训练</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop reading; the runs that were read stay</source>
        <translation>停止读取；已读取的训练保留</translation>
    </message>
    <message>
        <source>Stop reading runs</source>
        <translation>停止读取训练</translation>
    </message>
    <message>
        <source>Choose columns, which are also the axes below</source>
        <translation>选择列，它们同时也是下方的坐标轴</translation>
    </message>
    <message>
        <source>Save the shown rows and columns as CSV, exactly as stored</source>
        <translation>将显示的行和列存为 CSV，与存储值完全一致</translation>
    </message>
    <message>
        <source>Runs to compare</source>
        <translation>要比较的训练</translation>
    </message>
    <message>
        <source>%1 ✕</source>
        <translation>%1 ✕</translation>
    </message>
    <message>
        <source>Clear it and show all runs again</source>
        <translation>清除此限制，重新显示所有训练</translation>
    </message>
    <message>
        <source>%L1 of %L2 runs are read</source>
        <translation>已读取 %L1/%L2 个训练</translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %Ln runs</source>
        <translation>
            <numerusform>%L1/%Ln 个训练</numerusform>
        </translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 个训练</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln 个训练</numerusform>
        </translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation>常用列</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>无法写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Export table of runs</source>
        <translation>导出训练表格</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTableModel</name>
    <message>
        <source>The last value is not finite: the run may have diverged.</source>
        <translation>最后的值不是有限值：训练可能已发散。</translation>
    </message>
    <message>
        <source>This run did not record it.</source>
        <translation>此训练未记录该值。</translation>
    </message>
    <message>
        <source>The record does not say.</source>
        <translation>记录中没有说明。</translation>
    </message>
    <message>
        <source>At step %L1 of %L2</source>
        <translation>第 %L1 步，共 %L2 步</translation>
    </message>
    <message>
        <source>Last value as stored: %1</source>
        <translation>存储的最后值：%1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认值：%1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::RunTableProxy</name>
    <message>
        <source>There is no column &quot;%1&quot;. Use the words of the heads, such as steps or reward, or a setting.</source>
        <translation>没有列“%1”。请使用列标题，如“步数”或“奖励”，或设置名。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingRow</name>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>%1
Accepted: %2</source>
        <translation>%1
可接受：%2</translation>
    </message>
    <message>
        <source>%1 Changed; the preset has %2.</source>
        <translation>%1 已更改；预设值：%2。</translation>
    </message>
    <message>
        <source>nothing here</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Leave it empty as the preset does</source>
        <translation>与预设一样留空</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>恢复为 %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>%1 Set for this phase; the run has %2.</source>
        <translation>%1 已为此阶段设置；训练的值：%2。</translation>
    </message>
    <message>
        <source>%1 Left to the run; the preset has %2 in this phase.</source>
        <translation>%1 沿用训练的值；预设在此阶段的值：%2。</translation>
    </message>
    <message>
        <source>%1 By the name of the phase; the run has %2.</source>
        <translation>%1 由阶段名称决定；训练的值：%2。</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中为 %1</translation>
    </message>
    <message>
        <source>%1 Otherwise: %2.</source>
        <translation>%1 例外：%2。</translation>
    </message>
    <message>
        <source>Leave it to the run: %1</source>
        <translation>沿用训练的值：%1</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingsComparison</name>
    <message>
        <source>yes or no</source>
        <translation>是或否</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>%1: %2 Type: %3. Default: %4.</source>
        <translation>%1：%2 类型：%3。默认值：%4。</translation>
    </message>
    <message>
        <source>%1: %2 One of: %3. Default: %4.</source>
        <translation>%1：%2 可选值：%3。默认值：%4。</translation>
    </message>
    <message>
        <source>%1: this Nereid does not know the setting.</source>
        <translation>%1：此 Nereid 不认识该设置。</translation>
    </message>
    <message>
        <source>all settings</source>
        <translation>所有设置</translation>
    </message>
    <message>
        <source>copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Show also the settings in which the chosen runs agree</source>
        <translation>同时显示所选训练相同的设置</translation>
    </message>
    <message>
        <source>Copy the table for an issue or a report</source>
        <translation>复制表格，用于 issue 或报告</translation>
    </message>
    <message>
        <source>Copy the table for a spreadsheet</source>
        <translation>复制表格，用于电子表格</translation>
    </message>
    <message>
        <source>Settings of the chosen runs</source>
        <translation>所选训练的设置</translation>
    </message>
    <message>
        <source>Definition of the selected setting</source>
        <translation>所选设置的定义</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1（默认）</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Choose two or more runs in the table above.</source>
        <translation>请在上方表格中选择两个或更多训练。</translation>
    </message>
    <message>
        <source>The chosen runs have the same settings.</source>
        <translation>所选训练的设置相同。</translation>
    </message>
    <message>
        <source>1 setting</source>
        <translation>1 项设置</translation>
    </message>
    <message numerus="yes">
        <source>%n settings</source>
        <translation>
            <numerusform>%n 项设置</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy row as text</source>
        <translation>将行复制为文本</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>In the phase %1: %2</source>
        <translation>在阶段 %1 中：%2</translation>
    </message>
    <message>
        <source>%1 (of the run)</source>
        <translation>%1（训练的值）</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::SettingsForm</name>
    <message>
        <source>Search: name, explanation or value</source>
        <translation>搜索：名称、说明或值</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Show the settings that hold these words (Ctrl+F)</source>
        <translation>显示包含这些词的设置 (Ctrl+F)</translation>
    </message>
    <message>
        <source>No setting holds these words. Clear the search to see all.</source>
        <translation>没有设置包含这些词。清除搜索可查看全部。</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>所有设置</translation>
    </message>
    <message>
        <source>run as a whole</source>
        <translation>整个训练</translation>
    </message>
    <message>
        <source>Nothing differs from the preset.</source>
        <translation>与预设没有差异。</translation>
    </message>
    <message>
        <source>Changed only</source>
        <translation>仅已更改</translation>
    </message>
    <message>
        <source>Changed only (%1)</source>
        <translation>仅已更改 (%1)</translation>
    </message>
    <message>
        <source>Settings &amp;for</source>
        <translation>设置范围(&amp;F)</translation>
    </message>
    <message>
        <source>Settings for</source>
        <translation>设置范围</translation>
    </message>
    <message>
        <source>Show the settings of the whole run, or what one phase has</source>
        <translation>显示整个训练的设置，或单个阶段的设置</translation>
    </message>
    <message>
        <source>This phase leaves every setting to the run.</source>
        <translation>此阶段的所有设置均沿用训练的值。</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>整个训练</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::StepSlider</name>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Step that all panels show. Drag to move, Shift+drag for a range of steps that funnel and list are limited to, double click for the whole run.</source>
        <translation>所有面板显示的步。拖动移动，Shift+拖动选择漏斗和列表的步范围，双击显示整个训练。</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>No step chosen, %1 steps</source>
        <translation>未选择步，共 %1 步</translation>
    </message>
    <message>
        <source>range %1 to %2</source>
        <translation>范围 %1 至 %2</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TableView</name>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TimingPlots</name>
    <message>
        <source>candidate</source>
        <translation>候选内核</translation>
    </message>
    <message>
        <source>eager PyTorch</source>
        <translation>eager PyTorch</translation>
    </message>
    <message>
        <source>%1: %2 µs
unit %3, block %4</source>
        <translation>%1：%2 µs
单元 %3，块 %4</translation>
    </message>
    <message>
        <source>, after %1</source>
        <translation>，%1 后</translation>
    </message>
    <message>
        <source>
SM clock %1 MHz</source>
        <translation>
SM 时钟 %1 MHz</translation>
    </message>
    <message>
        <source>
not counted: the clock had moved</source>
        <translation>
未计入：时钟已变动</translation>
    </message>
    <message>
        <source>%1: %2 µs
sample %3</source>
        <translation>%1：%2 µs
样本 %3</translation>
    </message>
    <message>
        <source>● candidate  □ eager · µs</source>
        <translation>● 候选内核  □ eager · µs</translation>
    </message>
    <message>
        <source>● candidate   □ eager PyTorch   ✕ not counted · µs per call</source>
        <translation>● 候选内核   □ eager PyTorch   ✕ 未计入 · 每次调用 µs</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>block, in order</source>
        <translation>块，按顺序</translation>
    </message>
    <message>
        <source>floor</source>
        <translation>时间下限</translation>
    </message>
    <message>
        <source>samples up to µs · %</source>
        <translation>不超过该 µs 的样本 · %</translation>
    </message>
    <message>
        <source>share of samples that take at most so long · %</source>
        <translation>用时不超过该值的样本占比 · %</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>speedup · shaded: the same (%1 to %2)</source>
        <translation>加速比 · 阴影：相同（%1 至 %2）</translation>
    </message>
    <message>
        <source>time of the baseline / time of the candidate</source>
        <translation>基线用时 / 候选内核用时</translation>
    </message>
    <message>
        <source>%1  %2×</source>
        <translation>%1  %2×</translation>
    </message>
    <message>
        <source>● SM clock, MHz</source>
        <translation>● SM 时钟，MHz</translation>
    </message>
    <message>
        <source>  ◇ °C</source>
        <translation>  ◇ °C</translation>
    </message>
    <message>
        <source>   ◇ temperature, °C (right)</source>
        <translation>   ◇ 温度，°C（右）</translation>
    </message>
    <message>
        <source>   memory %1 MHz</source>
        <translation>   显存 %1 MHz</translation>
    </message>
    <message>
        <source>No clocks were recorded.</source>
        <translation>未记录时钟。</translation>
    </message>
    <message>
        <source>Plots of the timing</source>
        <translation>计时图表</translation>
    </message>
    <message>
        <source>Samples by block, distributions, speedups and clocks; the table holds the numbers.</source>
        <translation>按块的样本、分布、加速比和时钟；表格含各数值。</translation>
    </message>
    <message>
        <source>speedup</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TimingView</name>
    <message>
        <source>There is no measured time to export. Verify on a machine with an NVIDIA GPU.</source>
        <translation>没有可导出的实测时间。请在有 NVIDIA GPU 的机器上验证。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，设备 %2</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Numbers of the timing</source>
        <translation>计时数值</translation>
    </message>
    <message>
        <source>Why it was decided so</source>
        <translation>如此裁定的原因</translation>
    </message>
    <message>
        <source>Nothing was timed here</source>
        <translation>此处没有计时</translation>
    </message>
    <message>
        <source>Select an episode, or verify a candidate. On a machine with an NVIDIA GPU its samples, clocks and the decision appear here; without one, what its compiled kernels tell.</source>
        <translation>选择一个回合，或验证一个候选内核。在有 NVIDIA GPU 的机器上，这里显示其样本、时钟和裁定；没有 GPU 时，显示其已编译内核的信息。</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show every number beside the plots</source>
        <translation>在图表旁显示所有数值</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the explanation and the numbers as text</source>
        <translation>将说明和数值复制为文本</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save the samples as CSV, or the picture as PNG or SVG</source>
        <translation>将样本存为 CSV，或将图像存为 PNG 或 SVG</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Samples as CSV...</source>
        <translation>样本存为 CSV...</translation>
    </message>
    <message>
        <source>Picture as PNG...</source>
        <translation>图像存为 PNG...</translation>
    </message>
    <message>
        <source>Picture as SVG...</source>
        <translation>图像存为 SVG...</translation>
    </message>
    <message>
        <source>Export timing</source>
        <translation>导出计时</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <translation>%1 文件 (*.%2)</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TokenPanel</name>
    <message>
        <source>Completion</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>coloured by</source>
        <translation>着色依据</translation>
    </message>
    <message>
        <source>Colour of the tokens</source>
        <translation>词元的颜色</translation>
    </message>
    <message>
        <source>What the tokens are coloured by</source>
        <translation>词元的着色依据</translation>
    </message>
    <message>
        <source>Legend of the colours</source>
        <translation>颜色图例</translation>
    </message>
    <message>
        <source>Chosen token</source>
        <translation>所选词元</translation>
    </message>
    <message>
        <source>The extracted part has a background.</source>
        <translation>提取的部分带有背景色。</translation>
    </message>
    <message>
        <source>This record is older than per-token entropy.</source>
        <translation>此记录早于逐词元熵功能。</translation>
    </message>
    <message>
        <source>Click a token, or move the cursor with the arrows. F9: the least probable one.</source>
        <translation>点击一个词元，或用方向键移动光标。F9：概率最低的词元。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TokenText</name>
    <message>
        <source>Completion</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The cursor chooses a token; its numbers stand below the text.</source>
        <translation>光标选择词元；其数值显示在文本下方。</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::TravelView</name>
    <message>
        <source>Time travel</source>
        <translation>时间旅行</translation>
    </message>
    <message>
        <source>pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>show episode</source>
        <translation>显示回合</translation>
    </message>
    <message>
        <source>same name</source>
        <translation>同名</translation>
    </message>
    <message>
        <source>Compare every answer with this one (P)</source>
        <translation>将每个回答与此回答比较 (P)</translation>
    </message>
    <message>
        <source>Select this episode in all panels (Enter)</source>
        <translation>在所有面板中选择此回合 (Enter)</translation>
    </message>
    <message>
        <source>Answers to all tasks of this name; generated tasks seldom come twice in a run</source>
        <translation>对所有同名任务的回答；生成的任务在一次训练中很少出现两次</translation>
    </message>
    <message>
        <source>No task chosen</source>
        <translation>未选择任务</translation>
    </message>
    <message>
        <source>Select an episode, or type the name of a task above: every answer of the policy to it appears here, step by step.</source>
        <translation>选择一个回合，或在上方输入任务名称：这里逐步显示策略对它的每个回答。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Task whose answers are shown; type a part of its name</source>
        <translation>要显示其回答的任务；输入名称的一部分</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Play the answers step by step (Space)</source>
        <translation>逐步播放回答（空格）</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 · in this step %2 of %3 accepted, mean reward %4 · %5</source>
        <translation>%1 · 此步 %3 个中 %2 个通过，平均奖励 %4 · %5</translation>
    </message>
    <message>
        <source>compared with the pinned answer</source>
        <translation>与已固定的回答比较</translation>
    </message>
    <message>
        <source>compared with the best answer of the step before</source>
        <translation>与前一步的最佳回答比较</translation>
    </message>
    <message>
        <source>compared with the best answer of this step</source>
        <translation>与此步的最佳回答比较</translation>
    </message>
    <message>
        <source>the first answers to this task</source>
        <translation>对此任务的首批回答</translation>
    </message>
    <message>
        <source>no task of this name was asked in another step</source>
        <translation>其他步中没有同名任务</translation>
    </message>
    <message>
        <source>asked in this step only; &quot;same name&quot; shows tasks that are called alike</source>
        <translation>仅在此步中出现；“同名”显示名称相同的任务</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 accepted</source>
        <translation>%1 · %2 · %3 个通过</translation>
    </message>
    <message>
        <source>1 answer</source>
        <translation>1 个回答</translation>
    </message>
    <message numerus="yes">
        <source>%n answers</source>
        <translation>
            <numerusform>%n 个回答</numerusform>
        </translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nereid::widgets::ValueGrid</name>
    <message>
        <source>Elements of the value</source>
        <translation>值的各元素</translation>
    </message>
</context>
<context>
    <name>nereid::widgets::VerdictDifferenceView</name>
    <message>
        <source>accepted</source>
        <translation>通过验证</translation>
    </message>
    <message>
        <source>rejected at %1</source>
        <translation>在 %1 被拒</translation>
    </message>
    <message>
        <source>not applicable</source>
        <translation>不适用</translation>
    </message>
    <message>
        <source>passed, error %1</source>
        <translation>通过，误差 %1</translation>
    </message>
    <message>
        <source>flagged, error %1</source>
        <translation>有标记，误差 %1</translation>
    </message>
    <message>
        <source>failed, error %1</source>
        <translation>失败，误差 %1</translation>
    </message>
    <message>
        <source>%1 registers, %2 spills, %3 shared, %4 warps</source>
        <translation>%1 个寄存器，%2 次溢出，%3 共享，%4 个 warp</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>内核 %1</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>裁定</translation>
    </message>
    <message>
        <source>furthest stage</source>
        <translation>最远阶段</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>version of %1</source>
        <translation>%1 的版本</translation>
    </message>
    <message>
        <source>total time</source>
        <translation>总用时</translation>
    </message>
    <message>
        <source>Verified again</source>
        <translation>重新验证结果</translation>
    </message>
    <message>
        <source>what</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Differences to the record</source>
        <translation>与记录的差异</translation>
    </message>
    <message>
        <source>Press &quot;Verify again&quot; to judge the selected candidate now and compare with the record.</source>
        <translation>按“重新验证”，现在判定所选候选内核并与记录比较。</translation>
    </message>
    <message>
        <source>Verifying...</source>
        <translation>正在验证...</translation>
    </message>
    <message>
        <source> The same verdict as in the record: %1.</source>
        <translation> 与记录中的判定相同：%1。</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1, %2 µs, %3×</source>
        <translation>%1，%2 µs，%3×</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Two verdicts</source>
        <translation>两个判定</translation>
    </message>
    <message>
        <source>The same verdict on both: %1.</source>
        <translation>两者判定相同：%1。</translation>
    </message>
    <message>
        <source>Differs from the record in 1 point.</source>
        <translation>与记录有 1 处不同。</translation>
    </message>
    <message numerus="yes">
        <source>Differs from the record in %n points.</source>
        <translation>
            <numerusform>与记录有 %n 处不同。</numerusform>
        </translation>
    </message>
    <message>
        <source>The two verdicts differ in 1 point.</source>
        <translation>两个判定有 1 处不同。</translation>
    </message>
    <message numerus="yes">
        <source>The two verdicts differ in %n points.</source>
        <translation>
            <numerusform>两个判定有 %n 处不同。</numerusform>
        </translation>
    </message>
</context>
</TS>
