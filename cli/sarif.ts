/** Findings as SARIF 2.1.0, the format that code-scanning services read. */
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '#assembler';
import type { ReportedDiagnostic, ReportedRange } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/**
 * One SARIF log with a single run.
 * @param failures sentences that say why the command could not do its work; they become notifications of the run
 */
export function sarifLog(diagnostics: readonly ReportedDiagnostic[], failures: readonly string[]): object {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'gigatron', rules: codes.map(rule) } },
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map((text) => ({ level: 'error', message: { text } })),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map(result),
      },
    ],
  };
}

function rule(id: string): object {
  const [, title] = DIAGNOSTIC_CODES[id as DiagnosticCode];
  return { id, shortDescription: { text: title } };
}

function result({ code, severity, message, related, fixes, ...place }: ReportedDiagnostic): object {
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: message },
    locations: [location(place)],
    ...(related && {
      relatedLocations: related.map((other) => ({ ...location(other), message: { text: other.message } })),
    }),
    ...(fixes && {
      fixes: fixes.map(({ title, edits }) => ({ description: { text: title }, artifactChanges: edits.map(change) })),
    }),
  };
}

function location(place: ReportedRange): object {
  return { physicalLocation: { artifactLocation: artifact(place), region: region(place) } };
}

function change(edit: ReportedRange & { newText: string }): object {
  const replacement = { deletedRegion: region(edit), insertedContent: { text: edit.newText } };
  return { artifactLocation: artifact(edit), replacements: [replacement] };
}

/** The file as a URI: relative as it is shown, or of the file system. */
function artifact({ file }: ReportedRange): object {
  const path = file.split('/').map(encodeURIComponent).join('/');
  return { uri: /^\/|^[A-Za-z]:/.test(file) ? `file://${path.startsWith('/') ? '' : '/'}${path}` : path };
}

function region({ line, column, endLine, endColumn }: ReportedRange): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
