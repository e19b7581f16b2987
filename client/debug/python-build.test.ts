import { expect, it } from 'vitest';
import { pythonBuild, type Files } from './python-build.ts';

const filesOf = (texts: Readonly<Record<string, string>>): Files => ({
  read: (path) => Promise.resolve(texts[path]),
  exists: (path) => Promise.resolve(path in texts),
});

it.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['game.asm.py', {}, 'game.rom', 'python3 game.asm.py'],
  ['Core/dev.asm.py', {}, 'dev.rom', 'python3 Core/dev.asm.py'],
  ['my games/a.asm.py', {}, 'a.rom', 'python3 "my games/a.asm.py"'],
  ['Core/dev.asm.py', { Makefile: 'dev.rom: Core/*' }, 'dev.rom', 'make -W Core/dev.asm.py dev.rom'],
  ['Core/dev.asm.py', { Makefile: 'dev.rom: Core/*', 'dev.json': '' }, 'dev.rom', 'make dev.rom'],
  ['Core/dev.asm.py', { Makefile: 'other.rom:\n\tpython3 other.asm.py' }, 'dev.rom', 'python3 Core/dev.asm.py'],
  ['Core/dev.asm.py', { Makefile: 'ROM:=dev.rom\n' }, 'dev.rom', 'python3 Core/dev.asm.py'],
  [
    'Core/dev.asm.py',
    { Makefile: 'a.rom: Core/*\n\tpython3 Core/a.asm.py\ndev7.rom: Core/*\n\tpython3 Core/dev.asm.py \\\n\t\t-D7\n' },
    'dev7.rom',
    'make -W Core/dev.asm.py dev7.rom',
  ],
  ['a.asm.py', { Makefile: '%.rom: %.asm.py\n' }, 'a.rom', 'make -W a.asm.py a.rom'],
  ['a/b/c.asm.py', { 'a/b/Makefile': 'c.rom:', Makefile: 'c.rom:' }, 'a/b/c.rom', 'make -C a/b -W c.asm.py c.rom'],
  ['a/b/c.asm.py', { 'a/Makefile': 'c.rom:' }, 'a/c.rom', 'make -C a -W b/c.asm.py c.rom'],
])('pythonBuild %s among %j', async (source, texts, program, build) => {
  expect(await pythonBuild(source, filesOf(texts), 'python3')).toEqual({ program, build });
});
