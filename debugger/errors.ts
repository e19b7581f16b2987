/**
 * Every message that the adapter gives when it cannot do what was requested, by number.
 *
 * 10xx the protocol, 20xx launching, 30xx the state of the session, 40xx expressions and values,
 * 50xx breakpoints, 60xx saved states. The number goes out as the error's `id`. Users and tests rely on it, so a number
 * is never reused for something else; 2018 is the library's, for a client whose paths are URIs. A message is one
 * sentence. It says what is wrong and, unless that is obvious, what helps; it never contains a stack trace.
 */
import { counted, Failure } from '#basics';
import { NO_SUCH_FILE } from '#files';

export class RequestFailure extends Failure {
  /**
   * @param id its number
   * @param showUser whether the editor shows it in a dialog; otherwise only where it asked (a watch, a hover, a field)
   */
  constructor(
    readonly id: number,
    message: string,
    readonly showUser: boolean,
  ) {
    super(message);
  }
}

const MAX_QUOTE = 100;

export function shortened(text: string): string {
  return text.length <= MAX_QUOTE ? text : `${text.slice(0, MAX_QUOTE)}…`;
}

/** A sentence about an expression, which quotes it once. */
export function expressionProblem(text: string, problem: string): string {
  if (!problem.includes(`"${text}"`)) return `"${text}": ${problem}.`;
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

const shown = (id: number, text: string): RequestFailure => new RequestFailure(id, text, true);
const quiet = (id: number, text: string): RequestFailure => new RequestFailure(id, text, false);

/** A file of a launch configuration that cannot be read. @param missing says that there is none: `…` is its path */
function noFile(id: number, missing: string, attribute: string): (path: string, reason: string) => RequestFailure {
  return (path, reason) => {
    const isMissing = reason === NO_SUCH_FILE;
    const what = isMissing ? missing.replace('…', `"${path}"`) : `"${path}" cannot be read: ${reason}`;
    return shown(id, `${what}; check "${attribute}" in launch.json.`);
  };
}

/** The number of the failure that a source has errors. */
export const ASSEMBLY_FAILED = 2003;

export const failures = {
  unknownRequest: (command: string) => quiet(1001, `The Gigatron debugger has no request "${command}".`),
  badArguments: (command: string, wrong: string) => quiet(1002, `Request "${command}": ${wrong}.`),
  internal: (command: string, what: string) =>
    shown(1003, `The debugger failed in "${command}" (${what}); please report this.`),
  badHeader: (line: string) =>
    quiet(
      1004,
      `${line === '' ? 'A message without "Content-Length"' : `"${line}"`} is not the debug protocol, ` +
        'whose one header is "Content-Length"; the connection is closed.',
    ),
  badLength: (length: string) =>
    quiet(1005, `The Content-Length "${length}" is not a number of bytes; the connection is closed.`),
  endlessHeader: (most: number) => quiet(1006, `A header has no end within ${most} bytes; the connection is closed.`),
  longMessage: (length: number, most: number) =>
    quiet(1007, `A message of ${length} bytes is longer than the ${most} that are read; the connection is closed.`),
  badMessage: () => quiet(1008, 'A message is not a JSON object; it is ignored.'),

  noProgramFile: noFile(2001, 'There is no file … to debug', 'program'),
  onlyBuilt: (path: string) =>
    shown(
      2024,
      `"${path}" is a source in Python: name the ROM that is built from it as "program", and the command as "build".`,
    ),
  buildFailed: (how: string) => shown(2025, `The ROM was not built: ${how}. The Debug Console has the output.`),
  buildsAnother: (built: string, program: string) =>
    shown(2026, `The build has written "${built}", not "${program}"; check "program" in launch.json.`),
  builtNothing: (document: string) =>
    shown(
      2027,
      `The build has written no ROM with asm.py, and no earlier one "${document}"; if it was up to date, touch a source.`,
    ),
  cannotBuild: () =>
    shown(2028, 'This debugger runs no builds: it is in a browser, or listens on a port without --token.'),
  notAProgram: (path: string) => shown(2002, `"${path}" is neither a source (.gtasm) nor a ROM image (.rom).`),
  noSuchSource: (reference: number) => quiet(3014, `The program has no source ${reference}.`),
  unreadableSource: (path: string, reason: string) => quiet(3015, `"${path}" cannot be shown: ${reason}.`),
  onlyForRom: (path: string) =>
    shown(
      2023,
      `"${path}" is a program for the vCPU, which cannot run alone: name a system ROM as "program", and it as "load".`,
    ),
  assemblyFailed: (place: string, message: string, others: number) =>
    shown(
      ASSEMBLY_FAILED,
      `${place}: ${message}${/[.!?]$/.test(message) ? '' : '.'}${
        others === 0 ? '' : ` The Debug Console has ${counted(others, 'more error')}.`
      }`,
    ),
  badRom: (path: string, problem: string) => shown(2004, `"${path}" cannot be run: ${problem}`),
  noDebugInfoFile: noFile(2005, 'There is no file … with debug information', 'debugInfo'),
  /** @param wrong a clause whose subject is the file */
  badDebugInfo: (path: string, wrong: string) => shown(2006, `"${path}" ${wrong}.`),
  debugInfoOfOtherImage: (path: string, rom: string) =>
    shown(2009, `"${path}" describes another ROM image than "${rom}"; assemble the program again.`),
  badLaunchArgument: (wrong: string) => shown(2011, `The launch configuration is wrong: ${wrong}.`),
  noInputFile: noFile(2012, 'There is no input script …', 'input'),
  badInputScript: (path: string, problem: string) => shown(2013, `Input script "${path}": ${problem}`),
  noGt1File: noFile(2021, 'There is no program …', 'load'),
  noSymbolFile: noFile(2029, 'There are no symbols …', 'symbols'),
  badSymbolFile: (problem: string) => shown(2030, `The symbols cannot be read: ${problem}.`),
  badGt1: (path: string, problem: string) => shown(2022, `"${path}" cannot be loaded: ${problem}`),
  noSuchTest: (name: string) =>
    shown(2019, `The program has no test "${shortened(name)}"; check "test" in the launch configuration.`),
  testCannotBegin: (problem: string) => shown(2020, `The test cannot start: ${problem}.`),
  alreadyLaunched: () => shown(2014, 'This debug session already runs a program; stop it first.'),
  nothingToAttachTo: () =>
    shown(2015, 'No program runs without a debugger here: launch one, and disconnect from it to leave it running.'),

  noToken: () =>
    shown(
      2016,
      'This debugger was started with --token: set "token" in the launch configuration to the token it expects.',
    ),
  wrongToken: () => shown(2017, 'The "token" of the launch configuration is not the one that this debugger expects.'),

  notLaunched: () => quiet(3001, 'No program is being debugged.'),
  running: () => quiet(3002, 'The program is running; pause it first.'),
  noCaller: () =>
    shown(
      3003,
      'There is no caller to return to: the code here does not belong to a routine that saves a return address.',
    ),
  noSuchFrame: (id: number) => quiet(3004, `There is no stack frame ${id} any more.`),
  noSuchVariables: (reference: number) => quiet(3005, `There are no variables ${reference} any more.`),
  noSuchLocation: (reference: number) => quiet(3013, `There is no location ${reference} any more.`),
  noSuchTarget: (id: number) => quiet(3006, `There is no place ${id} to go to any more.`),
  noRoutine: () => shown(3009, 'This frame does not belong to a routine that can be restarted.'),
  noSuchKey: (key: string) => quiet(3008, `There is no key "${key}" on the keyboard.`),
  noSearch: () =>
    shown(3010, 'The program declares no search: a cell with role=ply, and frames whose fields say the moves.'),
  noPreviousStop: () => shown(3016, 'There is no previous stop to measure from.'),
  otherRam: (has: number, wanted: number) =>
    shown(3018, `The program runs with ${has} KiB of RAM, and its source now needs ${wanted}: restart it.`),
  searchNotBegun: () => shown(3017, 'No search has begun yet.'),
  noReloadInTest: () =>
    shown(3012, 'A test is being debugged, and it has its own start; restart it to assemble its source again.'),
  noVcpu: () => shown(3011, 'The program has no interpreter of the vCPU that the debugger knows.'),
  noException: () => quiet(3007, 'The program did not stop at an exception.'),

  badState: (name: string, problem: string) =>
    shown(6001, `"${shortened(name)}" is not a state that can be loaded: ${problem}.`),
  stateOfOtherProgram: (name: string) =>
    shown(6002, `"${shortened(name)}" is a state of another program: it was saved with a different image.`),
  noStateInTest: () => shown(6003, 'A test is being debugged, and it has its own start; no state can be loaded.'),
  noSuchState: (name: string) =>
    quiet(6004, `No state "${shortened(name)}" is kept; "save ${shortened(name)}" keeps the present one.`),
  tooManyStates: (most: number) => quiet(6005, `No more than ${most} states are kept; reuse a name.`),
  noStateFile: noFile(6006, 'There is no state …', 'state'),

  badExpression: (text: string, problem: string) => quiet(4001, expressionProblem(shortened(text), problem)),
  notSettable: (name: string) => shown(4002, `"${name}" cannot be set.`),
  noSuchVariable: (name: string) => shown(4003, `There is no variable "${name}" here.`),
  badMemoryReference: (reference: string) =>
    quiet(4005, `"${reference}" is not a memory reference; they look like "ram:0x0800" and "rom:0x1200".`),
  romIsReadOnly: () => shown(4006, 'ROM cannot be written while the program runs from it.'),
  outOfMemory: (reference: string) => shown(4008, `The data does not fit between "${reference}" and the end of RAM.`),
  badBase64: () => quiet(4007, 'The data to write is not Base64.'),
} as const;
