/** Reports that a program is being assembled; editors show what lasts longer than half a second. */
import { ProgressEndEvent, ProgressStartEvent } from '@vscode/debugadapter';
import type { ClientOptions, SendEvent } from '../connection/client.ts';

export class LaunchProgress {
  private static serial = 0;
  private readonly id = `launch-${++LaunchProgress.serial}`;
  private readonly isWanted: boolean;

  /**
   * @param sendEvent sends at once: after the answer to the launch there is nothing left to wait for
   * @param program path of what is assembled or read
   */
  constructor(
    private readonly sendEvent: SendEvent,
    client: ClientOptions,
    program: string,
  ) {
    this.isWanted = client.supportsProgressReporting;
    const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
    if (this.isWanted) this.sendEvent(new ProgressStartEvent(this.id, `Loading ${name}`));
  }

  end(): void {
    if (this.isWanted) this.sendEvent(new ProgressEndEvent(this.id));
  }
}
