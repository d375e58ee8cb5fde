import { eventually, mesh } from '@forgemesh/kit/testing';
import { openTestBus } from '@forgemesh/kit/testing/runtime';
import { forgetOnNews } from './forget-on-news';

describe('what a process knows of tokens and their holders', () => {
  it('is forgotten when any process tells of a change', async () => {
    const { bus } = openTestBus(mesh().natsUrl);
    const cleared = { tokens: 0, holders: 0 };
    forgetOnNews(bus, {
      knownTokens: { clear: () => void cleared.tokens++ },
      knownHolders: { clear: () => void cleared.holders++ },
    });
    await eventually(() => Promise.resolve(bus.isConnected()), Boolean);
    try {
      // Subjects that nobody else follows.
      await eventually(
        async () => {
          bus.connection()?.publish('identity.token.tested', '{}');
          await bus.connection()?.flush();
          return cleared;
        },
        ({ tokens }) => tokens > 0,
      );
      bus.connection()?.publish('identity.user.tested', '{}');
      await eventually(
        () => Promise.resolve(cleared),
        ({ holders }) => holders > 0,
      );
    } finally {
      await bus.close();
    }
  });
});
