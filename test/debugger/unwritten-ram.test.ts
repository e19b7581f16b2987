/** The exception filter "Read of unwritten RAM": once for each byte, forwards, backwards and after a restart. */
import { describe, expect, it } from 'vitest';
import { clientForEachTest, folderForAllTests } from '#test/debugger/fixture.ts';

const PROGRAM = `
        .zp written
        .zp forgotten
        .row list, 0..3 at $0210
start:  ld   5
        st   [written]
        ld   [written]
        nop                     ; line 8
first:  ld   [forgotten]
        nop                     ; line 10
again:  ld   [forgotten]
        ld   2,y
        adda [y,<list + 1]
        st   [y,<list + 2]      ; line 14
        ld   [y,<list + 2]
        ld   0,y
        ld   0,x
end:    bra  end
        st   [y,x++]
`;

const folder = folderForAllTests();
const program = folder.write('unwritten.gtasm', PROGRAM);
const client = clientForEachTest();

/** Switches the filter on; returns why it does not work, if so. */
async function switchOn(): Promise<string | undefined> {
  const [filter] = await client.filter('unwritten');
  expect(filter?.verified).toBe(filter?.message === undefined);
  return filter?.message;
}

/** Continues to the next report; returns its text and the line after the read. */
async function next(command = 'continue'): Promise<string> {
  const { reason, description, text } = await client.move(command);
  expect([reason, description]).toEqual(['exception', 'Read of unwritten RAM']);
  return `${await client.line()}: ${text?.replace(/ at \$\w+/, '')}`;
}

const FIRST = '10: forgotten was read, and nothing has written it since power-on';
const SECOND = '14: list[1] was read, and nothing has written it since power-on';

describe('the filter', () => {
  it('stops after the first read of each byte that was not written', async () => {
    await client.launchStopped({ program, seed: 3 });
    expect(await switchOn()).toBeUndefined();
    expect(await next()).toBe(FIRST);
    expect(await next()).toBe(SECOND);
    // From here on bytes are written, one after the other, again and again.
    await client.request('continue', { threadId: 1 });
    expect((await client.move('pause')).reason).toBe('pause');
  });

  it('stops steps too', async () => {
    await client.launchStopped({ program });
    await switchOn();
    await client.runTo(program, 9);
    expect(await next('next')).toBe(FIRST);
    expect((await client.move('next')).reason).toBe('step');
  });

  it('forgets on the way back what will be read or written again', async () => {
    await client.launchStopped({ program });
    await switchOn();
    expect(await next()).toBe(FIRST);
    expect(await next()).toBe(SECOND);
    for (let count = 0; count < 4; count++) await client.move('stepBack');
    expect(await client.line()).toBe(10);
    expect(await next()).toBe(SECOND);
    await client.move('reverseContinue');
    expect(await next()).toBe(FIRST);
  });

  it('lets data breakpoints stop as usual', async () => {
    await client.launchStopped({ program });
    await switchOn();
    await client.breakOnData('written');
    expect((await client.move('continue')).text).toMatch(/^written was written/);
    expect(await next()).toBe(FIRST);
  });

  it('says that it must be switched on from the start, and works after a restart', async () => {
    await client.launchStopped({ program });
    await client.move('next');
    expect(await switchOn()).toContain('from the next start or restart');
    await client.request('restart', {});
    await client.stopped();
    expect(await next()).toBe(FIRST);
  });
});

describe('what does not count as use of a byte', () => {
  const COPIES = `
        .zp left, 2 index=number
        .zp copy
        .zp set
        .zp pixel
start:  ld   [left]             ; a copy, told where it is used
        st   [copy]
        ld   $c0
        ora  [pixel],out        ; not painted yet
        ld   [set]              ; line 10
        nop
        ld   [copy]             ; line 12
        adda 1
        ld   1
        st   [copy]
        ld   [copy]
        ld   [left + 1]         ; line 17
        nop
end:    bra  end
        nop
`;
  /** Copies cells of whole pages through Y, like a program that keeps a frame in each page. */
  const BETWEEN_PAGES = `
        .zp from
        .zp to
        .frame node, 16..17 at $20 bytes 2 index=ply
        .field .move, 2
        .endframe
start:  ld   16
        st   [from]
        ld   17
        st   [to]
        .for i in 0..1
        ld   [from],y           ; line 12
        ld   [y,node.move + i]
        ld   [to],y
        st   [y,node.move + i]
        .endfor
        ld   17,y
        ld   [y,node.move + 1]  ; line 18
        adda 1
end:    bra  end
        nop
`;
  const pages = folder.write('pages.gtasm', BETWEEN_PAGES);

  it('is a copy from page to page', async () => {
    await client.launchStopped({ program: pages, seed: 3 });
    await switchOn();
    expect(await next()).toMatch(/^19: node\.move\[17\].* was read/);
  });

  const copies = folder.write('copies.gtasm', COPIES);

  it('is a copy until the copy is used, a pixel, and a byte that the user has set', async () => {
    await client.launchStopped({ program: copies, seed: 3 });
    await switchOn();
    await client.evaluate('set = 5', 'repl');
    expect(await next()).toBe('13: copy was read, and nothing has written it since power-on');
    expect(await next()).toBe('18: left[1] was read, and nothing has written it since power-on');
    for (let count = 0; count < 12; count++) await client.move('stepBack');
    expect(await next()).toBe('13: copy was read, and nothing has written it since power-on');
    expect(await next()).toBe('18: left[1] was read, and nothing has written it since power-on');
  });
});
