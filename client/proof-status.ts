/** The state of the proof as VS Code's entry for the language, beside the language's name in the status bar. */
import * as vscode from 'vscode';
import { LANGUAGE_ID, type ProofState } from '#server/protocol';
import { proofText } from './proof-text.ts';

export class ProofStatus implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem('gigatron.proof', LANGUAGE_ID);

  constructor() {
    this.item.name = 'Timing proof';
    this.item.command = { command: 'workbench.actions.view.problems', title: 'Problems' };
    this.show({ isProving: true, isPrevented: false, exact: 0, wrong: 0, unproven: 0, handler: null });
  }

  show(state: ProofState): void {
    const { Error, Warning, Information } = vscode.LanguageStatusSeverity;
    this.item.busy = state.isProving;
    this.item.text = proofText(state);
    this.item.severity =
      state.isPrevented || state.wrong > 0 || state.handler === 'wrong'
        ? Error
        : state.unproven > 0
          ? Warning
          : Information;
  }

  dispose(): void {
    this.item.dispose();
  }
}
