/**
 * The warning about a setting `gigatron.mainFile` whose file does not exist, at the value in the folder's settings
 * file. Without it, the setting would fail silently.
 */
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { pathOf } from './files/uris.ts';
import { SETTINGS_SECTION } from './protocol.ts';
import type { MissingMainFile, Workspace } from './project/workspace.ts';

/** Where a folder keeps its settings. */
const SETTINGS_FILE = '.vscode/settings.json';

export function missingMainFileText({ folder, mainFile, isOutside }: MissingMainFile): string {
  const name = `"${SETTINGS_SECTION}.mainFile" names "${mainFile}"`;
  const why = isOutside ? `which leads out of ${pathOf(folder)}` : `and there is no such file in ${pathOf(folder)}`;
  return `The setting ${name}, ${why}: main files are now found by includes`;
}

export function settingsFileOf(folder: string): string {
  return `${folder}/${SETTINGS_FILE}`;
}

/** The warnings, by URI of the settings file; none for a value that is set elsewhere. */
export async function missingMainFileFindings(workspace: Workspace): Promise<ReadonlyMap<string, Diagnostic[]>> {
  const findings = new Map<string, Diagnostic[]>();
  for (const missing of await workspace.missingMainFiles()) {
    const uri = settingsFileOf(missing.folder);
    await workspace.store.load([uri]);
    const finding = findingIn(uri, workspace.store.text(uri) ?? '', missing);
    if (finding !== undefined) findings.set(uri, [finding]);
  }
  return findings;
}

function findingIn(uri: string, text: string, missing: MissingMainFile): Diagnostic | undefined {
  const value = JSON.stringify(missing.mainFile);
  const match = new RegExp(`"${SETTINGS_SECTION}\\.mainFile"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text);
  if (match?.[1] !== value) return undefined;
  const document = TextDocument.create(uri, 'jsonc', 0, text);
  const end = match.index + match[0].length;
  return {
    range: { start: document.positionAt(end - value.length), end: document.positionAt(end) },
    severity: DiagnosticSeverity.Warning,
    source: SETTINGS_SECTION,
    message: missingMainFileText(missing),
  };
}
