import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pull, PendingPosts } from './pull.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks while answers take some milliseconds; returns how often within three seconds. */
async function asked(answerTakes: number, rate: number): Promise<number> {
  let count = 0;
  const pull = new Pull(async () => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, answerTakes));
  }, rate);
  pull.want(true);
  await vi.advanceTimersByTimeAsync(2999);
  pull.want(false);
  return count;
}

it('asks at its rate, or less often when answers are slow, and leaves a fifth of the time', async () => {
  expect(await asked(1, 10)).toBe(30);
  expect(await asked(200, 60)).toBe(12);
});

it('stops asking once it is not needed, and starts again when it is', async () => {
  let count = 0;
  const pull = new Pull(async () => void count++, 10);
  pull.want(true);
  pull.want(true);
  await vi.advanceTimersByTimeAsync(50);
  pull.want(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(count).toBe(1);
  pull.want(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(count).toBe(2);
});

it('asks at once for what has changed, and again if it changes while the answer is on its way', async () => {
  const answers: (() => void)[] = [];
  const pull = new Pull(() => new Promise((resolve) => answers.push(resolve)), 10);
  pull.refresh();
  expect(answers).toHaveLength(1);
  pull.refresh();
  pull.refresh();
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toHaveLength(2);
});

it('does not wait for the rate when something has changed', async () => {
  let count = 0;
  const pull = new Pull(async () => void count++, 1);
  pull.want(true);
  await vi.advanceTimersByTimeAsync(10);
  pull.want(false);
  pull.refresh();
  await vi.advanceTimersByTimeAsync(10);
  expect(count).toBe(2);
});

const never = new Promise<boolean>(() => undefined);

it('waits for what arrives or fails', async () => {
  const posts = new PendingPosts();
  await posts.arrival(Promise.resolve(true));
  await posts.arrival(Promise.reject(new Error('the view is gone')));
});

it('stops waiting for what never arrives, once it is given up', async () => {
  const posts = new PendingPosts();
  const both = Promise.all([posts.arrival(never), posts.arrival(never)]);
  posts.giveUp();
  await expect(both).resolves.toHaveLength(2);
});

it('waits for what is posted after that', async () => {
  const posts = new PendingPosts();
  posts.giveUp();
  let arrived = false;
  const arrival = posts.arrival(never).then(() => (arrived = true));
  await Promise.resolve();
  expect(arrived).toBe(false);
  posts.giveUp();
  await arrival;
});
