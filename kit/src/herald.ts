/**
 * News between the processes that do the same, for what they remember: sent at once and at most once. Who was not connected never hears
 * of them, so what hangs on them needs an end of its own.
 */
import { randomUUID } from 'node:crypto';
import type { EventBus } from './events';
import type { Logger } from './logging';

/** Between whom, and what is done with what the others tell. */
export interface HeraldOptions<News> {
  bus: EventBus;
  /** Subject of the messages; it is theirs alone. */
  subject: string;
  log: Logger;
  hear: (news: News) => void;
}

interface Message<News> {
  from: string;
  news: News[];
}

/** Starts to listen. Answers what tells the others: JSON, of one turn of the event loop together, equal texts once. */
export function createHerald<News>({ bus, subject, log, hear }: HeraldOptions<News>): (news: News) => void {
  const self = randomUUID();
  let listens = false;
  bus.onConnected(async (connection) => {
    // A subscription outlives reconnections.
    if (listens) return;
    listens = true;
    for await (const message of connection.subscribe(subject)) {
      const { from, news } = message.json<Message<News>>();
      if (from !== self) news.forEach(hear);
    }
  });

  const gathered = new Set<News>();
  const send = (): void => {
    const message: Message<News> = { from: self, news: [...gathered] };
    gathered.clear();
    try {
      bus.connection()?.publish(subject, JSON.stringify(message));
    } catch (error) {
      log.warn({ err: error, subject }, 'others were not told');
    }
  };
  return (news) => {
    if (gathered.size === 0) setImmediate(send);
    gathered.add(news);
  };
}
