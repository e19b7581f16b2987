"""Notes where each word of a ROM was written, while a build with asm.py runs.

`gigatron map` puts this folder in front of PYTHONPATH, so that Python itself loads the file. No file of the build is
changed: functions of the module `asm` are wrapped once it has been imported. Only the standard library; Python 3.8 or
later.
"""

import builtins
import dis
import importlib.abc
import importlib.machinery
import importlib.util
import itertools
import json
import os
import re
import sys
import sysconfig

HERE = os.path.dirname(os.path.abspath(__file__))
# Where facts are written to: a folder.
FACTS = os.environ.get('GIGATRON_MAP')
# Code of Python itself is no place in a source.
LIBRARIES = tuple(os.path.abspath(path) + os.sep for path in {sysconfig.get_path(n) for n in ('stdlib', 'platstdlib')})


def run_own_sitecustomize():
    """The user's own file of this name, which ours hides."""
    elsewhere = [path for path in sys.path if os.path.abspath(path or '.') != HERE]
    spec = importlib.machinery.PathFinder.find_spec('sitecustomize', elsewhere)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


class AsmFinder(importlib.abc.MetaPathFinder):
    """Finds the module `asm` as Python would, and has it observed once it is loaded."""

    searching = False

    def find_spec(self, name, path=None, target=None):
        if name != 'asm' or self.searching:
            return None
        self.searching = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.searching = False
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_observe(module):
            execute(module)
            if all(hasattr(module, part) for part in ('_emit', '_rom0', '_rom1', 'define', 'writeRomFiles')):
                Observer(module).observe()

        spec.loader.exec_module = execute_and_observe
        return spec


class Observer:
    """What is known of the words, symbols and zero page of one build."""

    def __init__(self, asm):
        self.asm = asm
        self.own = {os.path.abspath(path) for path in (asm.__file__, __file__)}
        self.kinds = {}  # by id of code: the code, which stays alive by it, and whether it is a place in a source
        self.chains = {}  # from places, innermost first, to their number
        self.words = []  # by address: number of a chain
        self.defined = {}  # by name of a symbol: its place
        self.bytes = []  # of the zero page: address, size, place
        self.gcl = None  # path of the .gcl source that was opened last
        self.rom = None  # path of the image that was opened last

    def observe(self):
        asm = self.asm
        emit, define, write, allocate = asm._emit, asm.define, asm.writeRomFiles, getattr(asm, 'zpByte', None)

        def observed_emit(opcode, operand):
            self.words.append(self.chain(sys._getframe(1)))
            emit(opcode, operand)

        def observed_define(name, value):
            self.defined[name] = self.place(sys._getframe(1))
            define(name, value)

        def observed_write(*args, **kwargs):
            result = write(*args, **kwargs)
            self.report()
            return result

        def observed_bytes(*args, **kwargs):
            address = allocate(*args, **kwargs)
            self.bytes.append((address, asm._zpSize - address, self.place(sys._getframe(1))))
            return address

        asm._emit, asm.define, asm.writeRomFiles = observed_emit, observed_define, observed_write
        if allocate is not None:
            asm.zpByte = observed_bytes
        if hasattr(asm, 'highlight'):
            self.observe_errors(asm.highlight)
        self.observe_files()

    def observe_errors(self, highlight):
        """Prints above an error of asm.py, which has no place, the lines that led to it, as a traceback does."""
        asm = self.asm

        def observed_highlight(*args):
            text = ' '.join(map(str, args))
            if text.upper().startswith('ERROR'):
                # Missing symbols are noticed only at the end.
                uses = [
                    self.words[at]
                    for name, at in [*getattr(asm, '_refsL', []), *getattr(asm, '_refsH', [])]
                    if name not in asm._symbols and text.endswith(repr(name))
                ]
                number = uses[0] if uses else self.chain(sys._getframe(1))
                for path, line, _ in reversed(Lines(self.kinds).chain(*list(self.chains)[number])):
                    print('  File "%s", line %d' % (path, line))
            highlight(*args)

        asm.highlight = observed_highlight

    def observe_files(self):
        """Notes which files are read as .gcl and written as .rom, when they are opened."""
        opened = builtins.open

        def observed_open(file, mode='r', *args, **kwargs):
            if isinstance(file, (str, os.PathLike)):
                path = os.path.abspath(os.fspath(file))
                if 'w' in mode and path.endswith('.rom'):
                    self.rom = path
                elif path.endswith('.gcl'):
                    self.gcl = path
            return opened(file, mode, *args, **kwargs)

        builtins.open = observed_open

    def kind_of(self, code):
        kind = self.kinds.get(id(code))
        if kind is None:
            path = code.co_filename
            full = os.path.abspath(path)
            own = path.startswith('<') or full.startswith(LIBRARIES) or full in self.own
            # The compilers of GCL keep track of its lines.
            kind = self.kinds[id(code)] = (code, not own, os.path.basename(full).startswith('gcl'))
        return kind

    def chain(self, frame):
        """Number of the places that lead to a frame, innermost first."""
        places = []
        gcl = None
        while frame is not None:
            code = frame.f_code
            _, is_source, compiles = self.kind_of(code)
            if is_source:
                places.append(id(code))
                places.append(frame.f_lasti)
                if compiles and gcl is None:
                    gcl = getattr(frame.f_locals.get('self'), 'lineNumber', None)
            frame = frame.f_back
        key = (tuple(places), gcl, self.gcl if gcl else None)
        number = self.chains.get(key)
        if number is None:
            number = self.chains[key] = len(self.chains)
        return number

    def place(self, frame):
        """The innermost place in a source: id of code and instruction; None outside all sources."""
        while frame is not None:
            if self.kind_of(frame.f_code)[1]:
                return id(frame.f_code), frame.f_lasti
            frame = frame.f_back
        return None

    def report(self):
        """Writes what is known of the image that has just been written."""
        asm, lines = self.asm, Lines(self.kinds)
        asm_labels = {name for names in getattr(asm, '_labels', {}).values() for name in names}
        facts = {
            'rom': self.rom,
            'words': [[high, low, number] for high, low, number in zip(asm._rom0, asm._rom1, self.words)],
            'chains': [lines.chain(*key) for key in self.chains],
            'symbols': [
                [name, 'label' if name in asm_labels else 'constant', asm._symbols[name], *lines.at(*place)]
                for name, place in self.defined.items()
                if place is not None and isinstance(asm._symbols.get(name), int)
            ],
            'zeroPage': [
                [name, address, size, *lines.at(*place)]
                for address, size, place in self.bytes
                if place is not None
                for name in names_assigned(lines.at(*place))
            ],
        }
        name = '%d-%d.json' % (os.getpid(), len(os.listdir(FACTS)))
        with open(os.path.join(FACTS, name), 'w', encoding='utf-8') as file:
            json.dump(facts, file)


class Lines:
    """From instructions of code to lines of files."""

    def __init__(self, kinds):
        self.kinds = kinds
        self.starts = {}

    def at(self, code_id, instruction):
        """Path and line, counted from 1."""
        code = self.kinds[code_id][0]
        starts = self.starts.get(code_id)
        if starts is None:
            starts = self.starts[code_id] = [(at, line) for at, line in dis.findlinestarts(code) if line is not None]
        line = code.co_firstlineno
        for at, start in starts:
            if at > instruction:
                break
            line = start
        return os.path.abspath(code.co_filename), line

    def chain(self, places, gcl, gcl_path):
        """Path, line and name of the function for each place, innermost first."""
        pairs = list(zip(places[::2], places[1::2]))
        if gcl and gcl_path:
            return [[gcl_path, gcl, '']] + self.named(pairs)
        # Bytes that a compiler puts into the ROM were written by its caller.
        callers = itertools.dropwhile(lambda place: self.kinds[place[0]][2], pairs)
        return self.named(callers) or self.named(pairs)

    def named(self, places):
        return [[*self.at(*place), self.kinds[place[0]][0].co_name] for place in places]


def names_assigned(place):
    """The names that a line like `a = b = zpByte()` assigns."""
    path, line = place
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            text = file.read().split('\n')[line - 1]
    except (OSError, IndexError):
        return []
    start = re.match(r'\s*((?:[A-Za-z_]\w*\s*=\s*)+)(?:asm\.)?zpByte\(', text)
    return re.findall(r'\w+', start.group(1)) if start else []


run_own_sitecustomize()
if FACTS:
    sys.meta_path.insert(0, AsmFinder())
