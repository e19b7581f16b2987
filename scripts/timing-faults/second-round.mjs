/**
 * Faults 17 to 35, of what writes a byte and what it can hold; each as an edit of the proof's sources.
 *
 * 17 to 23 made checks exact, 24 to 33 handlers proven, 34 and 35 kept a verdict after an edit.
 */

/** @type {readonly import('./faults.mjs').Fault[]} */
export const SECOND_ROUND = [
  {
    title: 'page $80 is never page 0',
    edits: [
      {
        file: 'values/values.ts',
        from: 'return page === 0 || (page === 0x80 && ram !== 64);',
        to: 'return page === 0 && ram > 0;',
      },
    ],
  },
  {
    title: 'two branches that leave only 0 leave no constant',
    edits: [
      {
        file: 'values/values.ts',
        from: 'if (signs === EQ) return this.zero;',
        to: 'if (value < 0) return this.zero;',
      },
      {
        file: 'values/values.ts',
        from: "return (y & EQ) !== 0 || ((y & LT) !== 0 && ram !== 64) ? 'perhaps' : 'never';",
        to: "return (y & SIGNS) !== EQ && ((y & EQ) !== 0 || ((y & LT) !== 0 && ram !== 64)) ? 'perhaps' : 'never';",
      },
    ],
  },
  {
    title: 'of more than 30 return bytes, the others are not followed to a second use',
    edits: [
      {
        file: 'reach/used-returns.ts',
        from: 'const cells = bytesOfAddresses(found, program, returns);',
        to: 'const cells = bytesOfAddresses(found, program, returns).slice(0, 30);',
      },
    ],
  },
  {
    title: 'what the handler stores after the slide is not seen',
    kind: 'handler',
    edits: [
      {
        file: 'reach/reach.ts',
        from: 'for (const target of targets) this.arrive(',
        to: 'for (const target of targets.slice(0, 0)) this.arrive(',
      },
    ],
  },
  {
    title: 'a load by a page of which nothing is known never reads page 0',
    edits: [
      {
        file: 'values/transfer.ts',
        from: "const isSure = inPageZero === 'never' && values.isKnown(known.y);",
        to: "const isSure = inPageZero === 'never';",
      },
    ],
  },
  {
    title: 'a state pointer goes to the page of the word that loaded it',
    edits: [
      {
        file: 'values/jumps.ts',
        from: 'isPageInY(known, around.plan, slot))',
        to: 'isPageInY(known, around.plan, slot) || slot >= 0)',
      },
    ],
  },
  {
    title: 'a far return address that was used is forgotten',
    edits: [
      {
        file: 'reach/used-returns.ts',
        from: "return IS_JUMP[word >> 8] === 1 && opcodeOfWord(word).bus === 'ram' && !declared.has(address);",
        to: "return IS_JUMP[word >> 8] === 1 && opcodeOfWord(word).bus === 'ram' && opcodeOfWord(word).condition !== 'far' && !declared.has(address);",
      },
    ],
  },
  {
    title: 'the first entry of a table stands for all in what the program stores',
    kind: 'handler',
    edits: [
      {
        file: 'handler/surroundings.ts',
        from: 'point.next === point.address + 1 ? undefined : this.program.tables.get(point.address);',
        to: 'point.next < 0 ? this.program.tables.get(point.address) : undefined;',
      },
    ],
  },
  {
    title: 'the first entry of a table stands for all in the handler',
    kind: 'handler',
    edits: [
      {
        file: 'handler/execute.ts',
        from: '.flatMap((target) => program.tables.get(target) ?? [target]);',
        to: '.flatMap((target) => (program.tables.size < 0 ? [] : [target]));',
      },
    ],
  },
  {
    title: 'of the stores of the program, those by Y do not reach the handler',
    kind: 'handler',
    edits: [
      {
        file: 'handler/surroundings.ts',
        from: 'of bytesStored(wordAt(program.words, point.address), point, constantsInX, around)',
        to: "of opcodeOfWord(wordAt(program.words, point.address)).address === 'yd' ? [] : bytesStored(wordAt(program.words, point.address), point, constantsInX, around)",
      },
    ],
  },
  {
    title: 'a store of the handler by a Y that may be 0 hits nothing',
    kind: 'handler',
    edits: [
      {
        file: 'handler/execute.ts',
        from: "if (touch === 'never') continue;",
        to: "if (touch !== 'certainly') continue;",
      },
    ],
  },
  {
    title: 'a ctrl on a machine without expander writes nothing',
    kind: 'handler',
    edits: [
      {
        file: 'reach/handler-stores.ts',
        from: 'if (!writesRam(word, ram)) return [];',
        to: "if (!writesRam(word, ram) || opcodeOfWord(word).bus === 'ram') return [];",
      },
      {
        file: 'handler/execute.ts',
        from: 'if (writesRam(word, ramKib)) {',
        to: "if (writesRam(word, ramKib) && opcode.bus !== 'ram') {",
      },
    ],
  },
  {
    title: "a jump to the low byte of a check executes the check's first word, whatever the page",
    kind: 'handler',
    edits: [
      {
        file: 'handler/execute.ts',
        from: 'high !== undefined && high === walker.page) {',
        to: 'high !== undefined) {',
      },
      {
        file: 'handler/execute.ts',
        from: 'return [landing(state, CHECK_WORD | (high << 8))];',
        to: 'return [landing(state, CHECK_WORD | ((walker.page ?? high) << 8))];',
      },
    ],
  },
  {
    title: 'the account is compared for the least and the most cycles left alone',
    kind: 'handler',
    edits: [
      {
        file: 'handler/lines.ts',
        from: 'left <= leftMax; left++',
        to: 'left <= leftMax; left += Math.max(1, leftMax - leftMin)',
      },
    ],
  },
  {
    title: 'a byte that one way through start-up stores is stored on all',
    kind: 'handler',
    edits: [
      {
        file: 'reach/reach.ts',
        from: 'slot < inAll && !counters.has(slot) && !this.isStartUp;',
        to: 'slot < inAll && !counters.has(slot);',
      },
      {
        file: 'reach/start-up.ts',
        from: 'return others.reduce((all, value) => values.union(all, value), first ?? ANY);',
        to: 'return values.only(others.reduce((all, value) => values.union(all, value), first ?? ANY), (each) => each !== values.constants(values.unstored)?.[0]);',
      },
    ],
  },
  {
    title: 'lines that go round without vSync are not counted',
    kind: 'handler',
    edits: [
      {
        file: 'handler/lines.ts',
        from: 'state.lines += state.lines < 0 ? -1 : 1;',
        to: 'state.lines = state.lines < 0 ? state.lines - 1 : Math.min(shape.lines, state.lines + 1);',
      },
    ],
  },
  {
    title: 'lines before the first fall of vSync are not counted',
    kind: 'handler',
    edits: [
      {
        file: 'handler/lines.ts',
        from: 'state.lines += state.lines < 0 ? -1 : 1;',
        to: 'state.lines += state.lines < 0 ? 0 : 1;',
      },
    ],
  },
  {
    title: 'what is computed from any byte, or 0, does not depend on the constant',
    kind: 'edits',
    edits: [
      {
        file: 'reach/abstract-words.ts',
        from: 'return !(ac === ANY && isBijection(word));',
        to: 'return ac > ANY + 8 || !isBijection(word);',
      },
      {
        // A sum of any byte or 0 was told apart by whether that of 0 is page 0.
        file: 'values/values.ts',
        from: '    const hits = constants?.some(',
        to: '    if (value === LOST && isBijection(change)) return isFlagged(change(0)) ? LOST : ANY;\n    const hits = constants?.some(',
      },
    ],
  },
  {
    title: 'a handler that came to an address without a word is kept as wrong when there is one',
    kind: 'edits',
    unseen: 'the stale verdict claims nothing',
    edits: [
      {
        file: 'handler/walker.ts',
        from: 'this.seen[address & 0xffff] = 1;',
        to: 'this.seen[address & 0xffff] = this.tools.program.used[address & 0xffff] ?? 0;',
      },
    ],
  },
];
