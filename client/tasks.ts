/**
 * Tasks of type `gigatron`: the command line's `asm` on a source, its output in a terminal, its errors
 * in the problems view through the matcher `$gigatron`.
 *
 * The workspace's program gets the task "gigatron: assemble" without a tasks.json. The command line
 * comes with the extension and runs in VS Code's own runtime.
 */
import * as vscode from 'vscode';
import { failure, isFailure, type Result } from '#basics';
import { assembleArguments, type AssembleDefinition } from './assemble-arguments.ts';
import type { CommandLineRunner } from './platform.ts';
import type { FindProgram } from './program-finder.ts';

const TASK_TYPE = 'gigatron';
const MATCHER = '$gigatron';

type TaskDefinition = AssembleDefinition & vscode.TaskDefinition;

export function registerTasks(context: vscode.ExtensionContext, run: CommandLineRunner, find: FindProgram): void {
  const taskOf = (definition: TaskDefinition, folder: vscode.WorkspaceFolder): vscode.Task => {
    const execution = new vscode.CustomExecution(async (resolved) => {
      const assembled = resolved as TaskDefinition;
      return new AssembleTerminal(`Assembling ${assembled.program} …\n`, (onText, onEnd) =>
        run(context, assembleArguments(assembled), folder.uri.fsPath, onText, onEnd),
      );
    });
    const task = new vscode.Task(definition, folder, 'assemble', TASK_TYPE, execution, MATCHER);
    task.group = vscode.TaskGroup.Build;
    task.detail = `Assembles ${definition.program}`;
    task.presentationOptions = { clear: true, showReuseMessage: false };
    return task;
  };
  /** The task for the program that the user means; a failure is a sentence. */
  const usualTask = async (): Promise<Result<vscode.Task>> => {
    const found = await find();
    if (isFailure(found)) return found;
    const place = placeOf(found.uri);
    return place === undefined
      ? failure('Open the folder of the source to assemble it: tasks run in a folder.')
      : taskOf({ type: TASK_TYPE, program: place.path }, place.folder);
  };
  context.subscriptions.push(
    vscode.tasks.registerTaskProvider(TASK_TYPE, {
      provideTasks: async () => {
        const task = await usualTask();
        return isFailure(task) ? [] : [task];
      },
      resolveTask: ({ definition, scope }) => {
        const folder = typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
        if (folder === undefined || typeof definition['program'] !== 'string') return undefined;
        return taskOf(definition as TaskDefinition, folder);
      },
    }),
    vscode.commands.registerCommand('gigatron.assemble', async () => {
      const task = await usualTask();
      if (isFailure(task)) void vscode.window.showErrorMessage(task.message);
      else await vscode.tasks.executeTask(task);
    }),
  );
}

/** The workspace folder of a source on disk and its path in it. */
function placeOf(uri: string): { readonly folder: vscode.WorkspaceFolder; readonly path: string } | undefined {
  const parsed = vscode.Uri.parse(uri);
  const folder = vscode.workspace.getWorkspaceFolder(parsed);
  if (folder === undefined || parsed.scheme !== 'file') return undefined;
  return { folder, path: vscode.workspace.asRelativePath(parsed, false) };
}

type Start = (onText: (text: string) => void, onEnd: (end: number | string) => void) => () => void;

class AssembleTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly ended = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.ended.event;
  private stop: (() => void) | undefined;

  /** @param heading what is shown until the command line has something to say, which takes seconds in a large program */
  constructor(
    private readonly heading: string,
    private readonly start: Start,
  ) {}

  open(): void {
    this.write(this.heading);
    this.stop = this.start(
      (text) => this.write(text),
      (end) => {
        if (typeof end === 'string') this.write(`${end}\n`);
        this.ended.fire(typeof end === 'number' ? end : 1);
      },
    );
  }

  close(): void {
    this.stop?.();
  }

  /** A terminal wants a carriage return before each line feed. */
  private write(text: string): void {
    this.written.fire(text.replace(/\r?\n/g, '\r\n'));
  }
}
