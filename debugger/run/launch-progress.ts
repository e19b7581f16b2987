/** Says that a program is being assembled; editors show what lasts longer than half a second. */
import { ProgressEndEvent, ProgressStartEvent } from '@vscode/debugadapter';
import type { Audience } from '../connection/client.ts';

export class LaunchProgress {
  private static serial = 0;

  private constructor(
    private readonly audience: Audience,
    private readonly id: string,
  ) {}

  /** @param program path of what is assembled or read */
  static start(audience: Audience, program: string): LaunchProgress {
    const progress = new LaunchProgress(audience, `launch-${++LaunchProgress.serial}`);
    const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
    if (audience.client.supportsProgressReporting) {
      audience.sendEvent(new ProgressStartEvent(progress.id, `Loading ${name}`));
    }
    return progress;
  }

  end(): void {
    if (this.audience.client.supportsProgressReporting) this.audience.sendEvent(new ProgressEndEvent(this.id));
  }
}
