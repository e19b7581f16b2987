from sys import argv
from asm import *

count = zpByte()
define('STEP', 3)

def increase(cell, step):
    ld([cell])
    adda(step)
    st([cell])

label('start')
increase(count, symbol('STEP'))
bra(lo('start'))
nop()
end()
writeRomFiles(argv[0])
