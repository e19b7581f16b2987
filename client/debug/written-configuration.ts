/** Which configuration of launch.json is for a program. Independent of VS Code. */
import { DEBUG_TYPE } from '#debugger/protocol';

/** An entry of launch.json, whatever is written there. */
export type Written = Readonly<Record<string, unknown>>;

/**
 * The first configuration that launches a program, as a whole and not one of its tests.
 * @param program its path
 * @param variables values of the variables that paths in launch.json may have, by name: `workspaceFolder`
 */
export function configurationFor<C extends Written>(
  program: string,
  configurations: readonly C[],
  variables: Readonly<Record<string, string>>,
): C | undefined {
  const wanted = comparable(program);
  const value = (whole: string, name: string): string => variables[name] ?? whole;
  return configurations.find(
    ({ type, request, program: path, test }) =>
      type === DEBUG_TYPE &&
      request === 'launch' &&
      test === undefined &&
      typeof path === 'string' &&
      comparable(path.replace(/\$\{([^}]*)\}/g, value)) === wanted,
  );
}

/** On Windows, paths may differ in their slashes and in the case of the drive. */
function comparable(path: string): string {
  return path.replaceAll('\\', '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}
