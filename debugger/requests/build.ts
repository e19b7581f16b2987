/** Runs the user's own build before its ROM is loaded. Its output goes to the debug console as it comes. */
import { isFailure } from '#basics';
import { outputLine } from '../connection/output.ts';
import { failures, type RequestFailure } from '../errors.ts';
import type { LaunchOptions } from '../program/launch-options.ts';
import { folderOf, liesIn, pathKey, resolvePath } from '../program/paths.ts';
import type { Session } from './request.ts';

/** A place in a traceback of Python. */
const TRACED = /^\s+File "(.+)", line (\d+)/;

/** Does nothing for a configuration without `build`. */
export async function build(options: LaunchOptions, session: Session): Promise<RequestFailure | undefined> {
  const { build: command, program, workspace } = options;
  const { host, ends } = session;
  if (command === undefined) return undefined;
  if (host.build === undefined) return failures.cannotBuild();
  const folder = workspace !== undefined && liesIn(program, workspace) ? workspace : folderOf(program);
  const output = new BuildOutput(folder, session);
  const built = await host.build(command, { folder, ends, print: (line, isError) => output.print(line, isError) });
  if (isFailure(built)) return failures.buildFailed(output.error ?? built.message);
  const [first] = built;
  if (first === undefined) return undefined;
  const wanted = pathKey(program);
  const real = host.realPath === undefined ? wanted : pathKey(await host.realPath(program));
  const isBuilt = built.some((rom) => [wanted, real].includes(pathKey(rom)));
  return isBuilt ? undefined : failures.buildsAnother(first, program);
}

class BuildOutput {
  /** The last error of Python, with its place. */
  error: string | undefined;
  /** The innermost place of the traceback that is being printed. */
  private traced: string | undefined;

  constructor(
    private readonly folder: string,
    private readonly session: Session,
  ) {}

  print(line: string, isError: boolean): void {
    const [, name, number] = TRACED.exec(line) ?? [];
    const place = name === undefined ? undefined : { path: resolvePath(this.folder, name), line: Number(number) };
    if (place !== undefined) this.traced = `${name}:${number}`;
    else if (this.traced !== undefined && /^\S/.test(line)) {
      this.error = `${this.traced}: ${line.replace(/[.?!]+$/, '')}`;
      this.traced = undefined;
    }
    const shown = place && { ...place, line: this.session.positions.toClientLine(place.line - 1) };
    this.session.sendMeanwhile(outputLine(line, isError ? 'stderr' : 'stdout', shown));
  }
}
