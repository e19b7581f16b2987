/**
 * The TextMate grammar of source files (`.gtasm`).
 *
 * A line is read from the left: labels, then one statement, which reaches to the comment or the end of the line.
 * So a word is at the start of a statement exactly where the top-level patterns see it, and a mnemonic's name in an
 * operand is an ordinary symbol. The language server's semantic tokens say what a word means (macro or mistyped
 * mnemonic, label or constant).
 */
import { VCPU_FORMS } from '#isa';
import {
  anyOf,
  BRANCHES,
  GENERATED,
  include,
  NAME,
  numbers,
  registers,
  STRAIGHT,
  type Grammar,
  type Rule,
} from './rules.ts';

const SUFFIX = 'gigatron';

/** Muller's names for the same instructions; the assembler reads both. */
const MULLER = ['lda', 'sta', 'add', 'sub', 'and', 'or', 'xor'];
/** Other names of the conditions "greater or equal" and "less than". */
const BRANCH_ALIASES = ['bpl', 'bmi'];

/** Directives whose first word names what they declare. */
const DECLARING = ['zp', 'row', 'column', 'field', 'frame', 'set', 'lookup'];
/** Directives about time: the checks and what corrects or asserts the account. */
const TIMING = [
  'timing',
  'trampoline',
  'check',
  'shortcheck',
  'exits',
  'sync',
  'charge',
  'charged',
  'refund',
  'exact',
  'atmost',
  'wait',
  'targets',
  'enter',
  'loop',
  'intended',
];

export function sourceGrammar(): Grammar {
  return {
    comment: GENERATED,
    name: 'Gigatron Assembly',
    scopeName: `source.${SUFFIX}`,
    fileTypes: ['gtasm'],
    patterns: include(
      'comment',
      'label',
      'constant',
      'instruction',
      'macro-definition',
      'procedure',
      'declaration',
      'loop',
      'timing',
      'directive',
      'macro-call',
    ),
    repository: { ...lineRules(), ...statementRules(), ...operandRules() },
  };
}

function lineRules(): Record<string, Rule> {
  return {
    comment: {
      patterns: [
        { match: ';.*$', name: `comment.line.semicolon.${SUFFIX}` },
        { match: '//.*$', name: `comment.line.double-slash.${SUFFIX}` },
      ],
    },
    label: {
      patterns: [
        {
          match: `(\\.${NAME})(:)`,
          captures: capture('entity.name.function.label.local', 'punctuation.separator.label'),
        },
        { match: `(${NAME})(:)`, captures: capture('entity.name.function.label', 'punctuation.separator.label') },
        { match: '(?:^|(?<=\\s)):(?=\\s|$)', name: `entity.name.function.label.anonymous.${SUFFIX}` },
      ],
    },
    constant: statement(`(\\.?${NAME})\\s*(=)(?!=)`, capture('variable.other.constant', 'keyword.operator.assignment')),
  };
}

function statementRules(): Record<string, Rule> {
  return {
    instruction: {
      patterns: [
        statement(
          `(?i:(${anyOf([...BRANCHES, ...BRANCH_ALIASES])}))(\\.[0-7])?(?![\\w.])`,
          capture('keyword.control.branch', 'constant.numeric.mode'),
        ),
        statement(
          `(?i:(${anyOf([...STRAIGHT, ...MULLER])}))(\\.[0-7])?(?![\\w.])`,
          capture('keyword.mnemonic', 'constant.numeric.mode'),
        ),
        // In capitals only, as a macro may have such a name.
        statement(`(${anyOf([...VCPU_FORMS.keys()])})(?![\\w.])`, capture('keyword.mnemonic.vcpu')),
      ],
    },
    ...declarationRules(),
    loop: statement(
      `(?i:(\\.for))\\s+(${NAME})\\s+(?i:(in))\\b`,
      capture('keyword.control.directive', 'variable.parameter', 'keyword.control.directive'),
    ),
    timing: {
      patterns: [
        statement(`(?i:(\\.(?:${anyOf(TIMING)})))(?!\\w)`, capture('keyword.control.timing'), ...include('attribute')),
        statement('(?i:(sync))(?![\\w.])', capture('keyword.control.timing')),
      ],
    },
    directive: statement(`(\\.${NAME})`, capture('keyword.control.directive')),
    'macro-call': statement(`(${NAME})`, capture('entity.name.function.macro'), {
      match: `(${NAME})\\s*(=)(?!=)`,
      captures: capture('variable.parameter', 'keyword.operator.assignment'),
    }),
  };
}

/** Statements that declare a name. */
function declarationRules(): Record<string, Rule> {
  return {
    'macro-definition': statement(
      `(?i:(\\.macro))(?:\\s+(${NAME}))?`,
      capture('keyword.control.directive', 'entity.name.function.macro'),
      { match: `(${NAME})(?=\\s*(?:=|,|;|//|$))`, name: `variable.parameter.${SUFFIX}` },
    ),
    procedure: statement(
      `(?i:(\\.proc))(?:\\s+(${NAME}))?`,
      capture('keyword.control.directive', 'entity.name.function.procedure'),
    ),
    declaration: {
      patterns: [
        statement(
          `(?i:(\\.(?:${anyOf(DECLARING)})))(?!\\w)(?:\\s+(${NAME}))?`,
          capture('keyword.control.directive', 'entity.name.variable'),
          ...include('attribute', 'declaration-word'),
        ),
        statement(
          `(?i:(\\.(?:${anyOf(['squares', 'pieces', 'kind'])})))(?!\\w)`,
          capture('keyword.control.directive'),
          ...include('attribute'),
        ),
      ],
    },
  };
}

function operandRules(): Record<string, Rule> {
  return {
    attribute: {
      match: `(${NAME})(=)(?!=)`,
      captures: capture('entity.other.attribute-name', 'keyword.operator.assignment'),
    },
    'declaration-word': { match: '(?i)\\b(?:at|bytes)\\b(?!=)', name: `keyword.other.${SUFFIX}` },
    operand: {
      patterns: [
        { match: `\\b${NAME}(?=\\()`, name: `support.function.${SUFFIX}` },
        ...include('string', 'number', 'register'),
        { match: `(?<![\\w.])\\.${NAME}`, name: `variable.other.label.local.${SUFFIX}` },
        { match: ':[-+]+', name: `variable.other.label.anonymous.${SUFFIX}` },
        { match: `\\b${NAME}(?:\\.${NAME})*`, name: `variable.other.${SUFFIX}` },
        { match: '<<|>>|<=|>=|==|!=|&&|\\|\\||\\.\\.|[-+*/%&|^~!<>?=]', name: `keyword.operator.${SUFFIX}` },
        { match: '[\\[\\](){}]', name: `punctuation.section.bracket.${SUFFIX}` },
        { match: ',', name: `punctuation.separator.comma.${SUFFIX}` },
        { match: '#', name: `keyword.operator.immediate.${SUFFIX}` },
      ],
    },
    string: {
      patterns: [
        {
          begin: '"',
          end: '"|$',
          name: `string.quoted.double.${SUFFIX}`,
          patterns: [{ match: '\\\\.', name: `constant.character.escape.${SUFFIX}` }],
        },
        { match: "'(?:\\\\x[0-9A-Fa-f]{2}|\\\\.|[^'\\\\])'", name: `constant.character.${SUFFIX}` },
      ],
    },
    number: numbers(SUFFIX),
    register: registers(SUFFIX),
  };
}

/** A statement from its first words to the comment or the end of the line; `first` patterns go before the operand's. */
function statement(begin: string, beginCaptures: Rule['captures'], ...first: readonly Rule[]): Rule {
  return { begin, end: '(?=;|//)|$', beginCaptures: beginCaptures ?? {}, patterns: [...first, ...include('operand')] };
}

function capture(...names: readonly string[]): NonNullable<Rule['captures']> {
  return Object.fromEntries(names.map((name, index) => [String(index + 1), { name: `${name}.${SUFFIX}` }]));
}
