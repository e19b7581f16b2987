"""A compiler of one-line programs, which keeps count of its lines as those of the community do."""

from asm import *


class Program:
    def __init__(self):
        self.lineNumber = 0

    def line(self, text):
        self.lineNumber += 1
        for character in text.rstrip('\n'):
            self.putInRomTable(ord(character))

    def putInRomTable(self, byte):
        ld(byte)
