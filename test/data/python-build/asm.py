"""A small assembler with the interface that builds of the community use: words by functions, labels, a zero page."""

from os.path import basename, splitext

AC, X, Y, OUT = 'AC', 'X', 'Y', 'OUT'
_romSize, _zpSize = 0, 1
_symbols, _refsL, _labels = {}, [], {}
_rom0, _rom1 = [], []


def _emit(opcode, operand):
    global _romSize
    _rom0.append(opcode)
    _rom1.append(int(operand) & 255)
    _romSize += 1


def ld(value, to=AC):
    if isinstance(value, list):
        _emit(0x01, value[0])
    else:
        _emit({AC: 0x00, X: 0x10, Y: 0x14, OUT: 0x18}[to], value)


def st(place):
    _emit(0xC2, place[0])


def adda(value):
    _emit(0x80, value)


def bra(value):
    _emit(0xFC, value)


def nop():
    _emit(0x02, 0x00)


def label(name):
    define(name, _romSize)
    _labels.setdefault(_romSize, []).append(name)


def define(name, value):
    _symbols[name] = value


def symbol(name):
    return _symbols.get(name)


def lo(name):
    if isinstance(name, int):
        return name & 255
    _refsL.append((name, _romSize))
    return 0


def pc():
    return _romSize


def zpByte(len=1):
    global _zpSize
    address = _zpSize
    _zpSize += len
    return address


def end():
    for name, where in _refsL:
        if name not in _symbols:
            highlight('Error: Undefined symbol %s' % repr(name))
        _rom1[where] = _symbols[name] & 255


def highlight(text):
    print(text)
    if text.startswith('Error'):
        exit('Assembly failed')


def writeRomFiles(source):
    stem = basename(splitext(splitext(source)[0])[0])
    image = bytearray(byte for word in zip(_rom0, _rom1) for byte in word)
    image.extend(b'Gigatron!'[at % 9] for at in range(131072 - len(image)))
    with open(stem + '.rom', 'wb') as file:
        file.write(image)
    print('Create file', stem + '.rom')
