import { expect, it } from 'vitest';
import { PendingPosts } from './pending-posts.ts';

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
