/** The .vscode folders of the engine (which `npm start` opens), the samples and the templates. */
import { Ajv } from 'ajv';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText, PROJECT } from '#test/project.ts';

const PROJECTS = [
  'engine-asm',
  ...['samples', 'templates'].flatMap((room) => readdirSync(join(PROJECT, room)).map((name) => `${room}/${name}`)),
];

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}
interface Manifest {
  readonly contributes: {
    readonly debuggers: readonly [{ readonly configurationAttributes: { readonly launch: Schema } }];
    readonly taskDefinitions: readonly [Schema];
  };
}

const readJson = (path: string): unknown => JSON.parse(projectText(path));
const { debuggers, taskDefinitions } = (readJson('package.json') as Manifest).contributes;
const program = /^(\$\{workspaceFolder\}\/)?main\.gtasm$/;

/** Complaints about a value with anything but what the manifest allows and what VS Code itself defines (`common`). */
function complaints(schema: Schema, common: readonly string[], value: object): string {
  const properties = { ...Object.fromEntries(common.map((name) => [name, {}])), ...schema.properties };
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.validate({ type: 'object', required: schema.required, properties, additionalProperties: false }, value);
  return ajv.errorsText(ajv.errors, { separator: '\n' }).replace('No errors', '');
}

describe.each(PROJECTS)('the project %s', (folder) => {
  it('has launch configurations that the manifest allows, for its main file', () => {
    const { configurations } = readJson(`${folder}/.vscode/launch.json`) as {
      configurations: { type: string; name: string; program: string; invariantAt?: string }[];
    };
    expect(configurations.length).toBeGreaterThan(0);
    for (const configuration of configurations) {
      const { launch } = debuggers[0].configurationAttributes;
      expect(complaints(launch, ['type', 'request', 'name'], configuration), configuration.name).toBe('');
      expect(configuration.type).toBe('gigatron');
      expect(configuration.program).toMatch(program);
      const { invariantAt } = configuration;
      const sources = readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.gtasm'),
      );
      const isLabel = new RegExp(`^${invariantAt}:`, 'm');
      const found = sources.some((name) => isLabel.test(projectText(folder, name)));
      expect(found, invariantAt).toBe(invariantAt !== undefined);
    }
  });

  it('has tasks that the manifest allows, for its main file', () => {
    const { tasks } = readJson(`${folder}/.vscode/tasks.json`) as { tasks: { type: string; program: string }[] };
    expect(tasks.length).toBeGreaterThan(0);
    for (const task of tasks) {
      expect(complaints(taskDefinitions[0], ['type', 'label', 'problemMatcher', 'group'], task)).toBe('');
      expect(task.type).toBe('gigatron');
      expect(task.program).toMatch(program);
      expect(existsSync(join(PROJECT, folder, task.program))).toBe(true);
    }
  });
});
