# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the rows of a Parquet file to standard output, one JSON object a line.

    python -I -B parquet_rows.py FILE COLUMN...

The first line is {"columns": [...], "rows": N} with all columns of the file; the rows hold those of
COLUMN that the file has. A failure is a line {"error": TEXT} and exit status 2. Rows are read in
small batches, so that a large file needs little memory. Nothing of a row is executed."""

import json
import sys

BATCH_ROWS = 64  # rows in memory at once; the longest texts of KernelBook have 0.6 MB


def _plain(value):
    """What JSON has no word for, as text."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _write(value):
    sys.stdout.write(json.dumps(value, default=_plain, allow_nan=False) + "\n")


def copy_rows(path, wanted):
    """The header, then each row."""
    from pyarrow import parquet
    with parquet.ParquetFile(path, pre_buffer=False) as file:
        columns = file.schema_arrow.names
        _write({"columns": columns, "rows": file.metadata.num_rows})
        chosen = [name for name in columns if name in wanted]
        if not chosen:
            return
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=chosen, use_threads=False):
            for row in batch.to_pylist():
                _write(row)


def main():
    try:
        copy_rows(sys.argv[1], set(sys.argv[2:]))
        sys.stdout.flush()
    except BrokenPipeError:
        sys.exit(1)
    except ImportError as problem:
        _write({"error": f"reading Parquet needs pyarrow in the Python environment ({problem})",
                "code": "no_pyarrow"})
        sys.exit(2)
    except Exception as problem:  # pyarrow raises many kinds for a damaged file
        _write({"error": f"{type(problem).__name__}: {problem}".splitlines()[0]})
        sys.exit(2)


if __name__ == "__main__":
    main()
