/**
 * Findings as SARIF 2.1.0, the format that code-scanning services read.
 */
import type { ReportedDiagnostic } from './report.ts';

const LEVELS = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** One SARIF log with a single run. */
export function sarifLog(diagnostics: readonly ReportedDiagnostic[]): object {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'gigatron', rules: codes.map((id) => ({ id })) } },
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          level: LEVELS[diagnostic.severity],
          message: { text: diagnostic.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: diagnostic.file },
                region: {
                  startLine: diagnostic.line,
                  startColumn: diagnostic.column,
                  endLine: diagnostic.endLine,
                  endColumn: diagnostic.endColumn,
                },
              },
            },
          ],
        })),
      },
    ],
  };
}
