# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutation operators on kernels. Each takes a Source and yields Edits."""

import ast

from source import Edit, is_pointer, name_of, number, tl_name

_ARITHMETIC = {ast.Add: ("+", "-*"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+/"),
               ast.Div: ("/", "*"), ast.FloorDiv: ("//", "%"), ast.Mod: ("%", "//")}
_COMPARISONS = {ast.Lt: ("<", ("<=", ">=")), ast.LtE: ("<=", ("<", ">")),
                ast.Gt: (">", (">=", "<=")), ast.GtE: (">=", (">", "<")),
                ast.Eq: ("==", ("!=",)), ast.NotEq: ("!=", ("==",))}
_NEIGHBOURS = {"exp": ("exp2",), "exp2": ("exp",), "log": ("log2",), "log2": ("log",),
               "sqrt": ("rsqrt",), "rsqrt": ("sqrt",), "sum": ("max",), "max": ("sum",),
               "min": ("sum",), "sin": ("cos",), "cos": ("sin",), "floor": ("ceil",),
               "ceil": ("floor",), "sigmoid": ("exp",), "erf": ("sin",)}
_UNARY = ("exp", "exp2", "log", "log2", "sqrt", "rsqrt", "sigmoid", "abs", "sin", "cos", "floor",
          "ceil", "erf", "trans")
_REDUCTIONS = ("sum", "max", "min", "argmax", "argmin", "cumsum", "reduce", "xor_sum")
_WIDE = ("float32", "float64")
_NARROW = ("float16", "bfloat16")


def _between(source, left, right, token, new):
    """The operator between two operands; parentheses may lie around it."""
    begin = source.end(left)
    at = source.text(begin, source.begin(right)).find(token)
    if at >= 0:
        yield Edit(begin + at, begin + at + len(token), new)


def arithmetic_operator(source):
    """+ - * / // % replaced, also in += and its like; not where a pointer is an operand."""
    for node in source.kernel_nodes(ast.BinOp):
        if is_pointer(node.left):
            continue
        token, others = _ARITHMETIC.get(type(node.op), ("", ""))
        for other in [others] if others == "//" else others:
            yield from _between(source, node.left, node.right, token, other)
    for node in source.kernel_nodes(ast.AugAssign):
        token, others = _ARITHMETIC.get(type(node.op), ("", ""))
        if token:
            yield from _between(source, node.target, node.value, token + "=", others[0] + "=")


def operands_swapped(source):
    """a - b and a / b the other way round."""
    for node in source.kernel_nodes(ast.BinOp):
        if isinstance(node.op, (ast.Sub, ast.Div)):
            middle = source.text(source.end(node.left), source.begin(node.right))
            if "(" not in middle and ")" not in middle:
                yield Edit(source.begin(node.left), source.end(node.right),
                           f"({source.text_of(node.right)}){middle}({source.text_of(node.left)})")


def comparison_operator(source):
    """A comparison replaced by its neighbour or its opposite; masks by their opposite only."""
    for node in source.kernel_nodes(ast.Compare):
        token, others = _COMPARISONS.get(type(node.ops[0]), ("", ()))
        if len(node.ops) != 1 or not token:
            continue
        for other in others[1:] if node in source.masks else others:
            yield from _between(source, node.left, node.comparators[0], token, other)


def minimum_maximum(source):
    """Minimum for maximum and the other way round."""
    swapped = {"max": "min", "min": "max", "maximum": "minimum", "minimum": "maximum",
               "argmax": "argmin", "argmin": "argmax"}
    for node in source.kernel_calls(*swapped):
        end = source.end(node.func)
        name = tl_name(node)
        yield Edit(end - len(name), end, swapped[name])


def logical_operator(source):
    """And for or, and the other way round."""
    for node in source.kernel_nodes(ast.BinOp):
        if isinstance(node.op, (ast.BitAnd, ast.BitOr)):
            token, other = ("&", "|") if isinstance(node.op, ast.BitAnd) else ("|", "&")
            yield from _between(source, node.left, node.right, token, other)
    for node in source.kernel_nodes(ast.BoolOp):
        token, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield from _between(source, node.values[0], node.values[1], token, other)


def _constants(source):
    """Numeric literals of kernels that are values: no axes, and no index such as x[0]."""
    for node in source.kernel_nodes(ast.Constant):
        parent = source.parent(node)
        if number(node) is None or isinstance(parent, ast.Subscript):
            continue
        if isinstance(parent, ast.keyword) and parent.arg in ("axis", "other", "dim"):
            continue
        if isinstance(parent, ast.Call) and tl_name(parent) in (
                "program_id", "num_programs", "expand_dims", "arange", *_REDUCTIONS):
            continue
        yield node


def constant_value(source):
    """A constant one larger, one smaller or doubled."""
    for node in _constants(source):
        value = number(node)
        for new in (value + 1, value - 1, value * 2):
            if new != value:
                yield Edit(source.begin(node), source.end(node),
                           f"({new!r})" if new < 0 else repr(new))


def constant_sign(source):
    """A constant negated, or a minus sign left out."""
    for node in _constants(source):
        if number(node) and not isinstance(source.parent(node), ast.UnaryOp):
            yield Edit(source.begin(node), source.end(node), f"(-{source.text_of(node)})")
    for node in source.kernel_nodes(ast.UnaryOp):
        if isinstance(node.op, ast.USub):
            yield Edit(source.begin(node), source.end(node), source.text_of(node.operand))


def constant_slight(source):
    """A floating constant off by a thousandth; a very small one (an epsilon) by a factor of ten,
    or gone."""
    for node in _constants(source):
        value = number(node)
        if not isinstance(value, float) or value == 0:
            continue
        for new in ((value / 10, 0.0) if abs(value) < 1e-3 else (value * 1.001,)):
            yield Edit(source.begin(node), source.end(node), repr(new))


def _keyword(call, name):
    return next((word for word in call.keywords if word.arg == name), None)


def _without(source, call, *names):
    """The call without these keywords."""
    parts = [*call.args, *(word for word in call.keywords if word.arg not in names)]
    if len(parts) == len(call.args) + len(call.keywords):
        return
    parts.sort(key=source.begin)
    yield Edit(source.begin(call), source.end(call),
               source.text_of(call.func) + "(" + ", ".join(map(source.text_of, parts)) + ")")


def mask_removed(source):
    """A load or store without its mask."""
    for call in source.kernel_calls("load", "store"):
        if _keyword(call, "mask"):
            yield from _without(source, call, "mask", "other")


def mask_weakened(source):
    """One half of a mask of two conditions."""
    for node in source.kernel_nodes(ast.BinOp):
        if isinstance(node.op, ast.BitAnd) and node in source.masks:
            for kept in (node.left, node.right):
                begin, end = source.begin(node), source.end(node)
                yield Edit(begin, end, f"({source.text_of(kept)})")


def mask_off_by_one(source):
    """A mask that ends one lane late or early."""
    for node in source.kernel_nodes(ast.Compare):
        if node not in source.masks or not isinstance(node.ops[0], ast.Lt):
            continue
        yield from _between(source, node.left, node.comparators[0], "<", "<=")
        bound = node.comparators[0]
        yield Edit(source.begin(bound), source.end(bound), f"({source.text_of(bound)} - 1)")


def stride_off_by_one(source):
    """A factor of an address one too large."""
    for call in source.kernel_calls("load", "store"):
        for node in ast.walk(call.args[0]) if call.args else ():
            if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Mod)) \
                    and isinstance(node.right, ast.Name):
                right = node.right
                yield Edit(source.begin(right), source.end(right), f"({right.id} + 1)")


def program_id_axis(source):
    """tl.program_id of another axis."""
    for call in source.kernel_calls("program_id", "num_programs"):
        values = [*call.args, *(word.value for word in call.keywords)]
        if len(values) == 1 and number(values[0]) is not None:
            yield Edit(source.begin(values[0]), source.end(values[0]),
                       "1" if number(values[0]) == 0 else "0")


def _casts(source):
    for node in source.kernel_nodes(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to" and len(node.args) == 1:
            yield node


def cast_removed(source):
    """x.to(dtype) without the cast."""
    for node in _casts(source):
        yield Edit(source.end(node.func.value), source.end(node), "")


def cast_downgraded(source):
    """Half precision where float32 was asked for: in casts, accumulators and buffers."""
    for node in source.kernel_nodes(ast.Attribute) + source.forward_nodes(ast.Attribute):
        if node.attr in _WIDE:
            end = source.end(node)
            for narrow in _NARROW:
                yield Edit(end - len(node.attr), end, narrow)


def half_rounding(source):
    """What is stored was rounded to half precision on the way."""
    for call in source.kernel_calls("store"):
        if len(call.args) > 1:
            value = call.args[1]
            for narrow in _NARROW:
                yield Edit(source.begin(value), source.end(value),
                           f"({source.text_of(value)}).to(tl.{narrow}).to(tl.float32)")


def reduction_axis(source):
    """A reduction along the other axis, or along all."""
    for call in source.kernel_calls(*_REDUCTIONS):
        axis = _keyword(call, "axis")
        value = axis.value if axis else call.args[1] if len(call.args) > 1 else None
        if value is not None and number(value) is not None:
            other = "1" if number(value) == 0 else "0"
            yield Edit(source.begin(value), source.end(value), other)
            yield Edit(source.begin(value), source.end(value), "None")


def other_value(source):
    """Another value, or none, in the lanes that a mask leaves out."""
    for call in source.kernel_calls("load"):
        other = _keyword(call, "other")
        if other is None:
            continue
        text = source.text_of(other.value)
        new = "0.0" if "inf" in text else "1.0"
        yield Edit(source.begin(other.value), source.end(other.value), new)
        if "inf" not in text:
            yield Edit(source.begin(other.value), source.end(other.value), 'float("-inf")')
        yield from _without(source, call, "other")
    for call in source.kernel_calls("where"):
        if len(call.args) == 3 and getattr(call.args[0], "id", "") in source.mask_names:
            value = call.args[2]
            yield Edit(source.begin(value), source.end(value),
                       "0.0" if "inf" in source.text_of(value) else "1.0")


def loop_bound(source):
    """A loop that begins one later, or ends one earlier or later."""
    for loop in source.kernel_nodes(ast.For):
        call = loop.iter
        if not isinstance(call, ast.Call) or \
                name_of(call.func) not in ("range", "static_range") or not call.args:
            continue
        end = call.args[0] if len(call.args) == 1 else call.args[1]
        step = source.text_of(call.args[2]) if len(call.args) > 2 else "1"
        for change in dict.fromkeys((f"- {step}", f"+ {step}", "- 1")):
            yield Edit(source.begin(end), source.end(end), f"{source.text_of(end)} {change}")
        if len(call.args) > 1:
            begin = call.args[0]
            yield Edit(source.begin(begin), source.end(begin), step)


def accumulator_start(source):
    """Another value before a loop begins to accumulate."""
    changed = {target.id for loop in source.kernel_nodes(ast.For) for node in ast.walk(loop)
               if isinstance(node, (ast.Assign, ast.AugAssign))
               for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
               if isinstance(target, ast.Name)}
    loops = source.kernel_nodes(ast.For)
    inside = {node for loop in loops for node in ast.walk(loop)}
    for node in source.kernel_nodes(ast.Assign):
        if node in inside or not isinstance(node.targets[0], ast.Name) \
                or node.targets[0].id not in changed:
            continue
        text = source.text_of(node.value)
        for new in (["0.0"] if "inf" in text else [f"{text} + 1.0", f"{text} + 0.001"]):
            yield Edit(source.begin(node.value), source.end(node.value), new)


def function_neighbour(source):
    """exp2 for exp, rsqrt for sqrt, max for sum and their like."""
    for call in source.kernel_calls(*_NEIGHBOURS):
        name = tl_name(call)
        end = source.end(call.func)
        for new in _NEIGHBOURS[name]:
            yield Edit(end - len(name), end, new)


def function_dropped(source):
    """f(x) without f."""
    for call in source.kernel_calls(*_UNARY):
        if len(call.args) == 1:
            yield Edit(source.begin(call), source.end(call),
                       f"({source.text_of(call.args[0])})")


def branches_swapped(source):
    """tl.where with its branches the other way round."""
    for call in source.kernel_calls("where"):
        if len(call.args) == 3:
            yes, no = call.args[1:]
            yield Edit(source.begin(yes), source.end(no),
                       f"{source.text_of(no)}, {source.text_of(yes)}")


def operand_dropped(source):
    """One side of a sum, difference, product or quotient of values."""
    for node in source.kernel_nodes(ast.BinOp):
        if isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
            for kept in (node.left,) if is_pointer(node.left) else (node.left, node.right):
                yield Edit(source.begin(node), source.end(node), f"({source.text_of(kept)})")


def statement_dropped(source):
    """An assignment to a name that has a value already, or a store, left out."""
    for kernel in source.kernels:
        known = set()
        for node in sorted((part for statement in kernel.body for part in ast.walk(statement)
                            if isinstance(part, (ast.Assign, ast.AugAssign, ast.Expr))),
                           key=source.begin):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(
                node, "target", None)
            name = target.id if isinstance(target, ast.Name) else None
            if name in known or isinstance(node, ast.AugAssign) or (
                    isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
                yield Edit(source.begin(node), source.end(node), "pass")
            known.add(name)
