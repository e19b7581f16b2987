from sys import argv

from asm import *
import gcl

count = zpByte()
total = limit = zpByte(2)
define('STEP', 3)


def increase(cell, step):
    ld([cell])
    adda(step)      # a second line of the macro
    st([cell])


label('start')
increase(count, symbol('STEP'))
increase(total, 1)
bra(lo('start'))
nop()
label('data')
program = gcl.Program()
for line in open(argv[1]).readlines():
    program.line(line)
end()
writeRomFiles(argv[0])
