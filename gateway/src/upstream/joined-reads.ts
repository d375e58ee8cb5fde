/**
 * Reads of one caller in the same words at the same time, asked of the service once.
 *
 * Nobody gets an answer that was begun before he asked: while a read is under way, those who come wait for the next one and share it. So a
 * read shows every write that was answered before it, as if it were asked alone, and a crowd costs two reads at a time however large it is.
 * A read that takes long holds nobody up: the next one begins after a moment in any case.
 */
import type { HangUp } from '../server/hang-up';

/** How long a read may hold up the next one, in milliseconds. */
const MAX_WAIT_MS = 250;

/** Reads for those who wait for it; `hangUp` is that of all of them together. */
type Read<Answer> = (hangUp: HangUp) => Promise<Answer>;

interface Line<Answer> {
  /** The read that began last, and when it did. */
  underWay: { ended: Promise<unknown>; since: number };
  /** The one that begins next, where somebody waits for it. */
  next?: { crowd: Crowd; answer: Promise<Answer> };
}

/** Reads that are under way, by question. */
export class JoinedReads<Answer> {
  private readonly lines = new Map<string, Line<Answer>>();

  /** Asks a question, together with all who ask the same before it is sent. `question` names all that the answer depends on. */
  read(question: string, hangUp: HangUp, read: Read<Answer>): Promise<Answer> {
    const line = this.lines.get(question);
    const crowd = line?.next?.crowd ?? new Crowd();
    crowd.join(hangUp);
    if (!line) return this.begin(question, crowd, read);
    line.next ??= { crowd, answer: this.beginAfter(line, question, crowd, read) };
    return line.next.answer;
  }

  private async beginAfter(
    { underWay: { ended, since } }: Line<Answer>,
    question: string,
    crowd: Crowd,
    read: Read<Answer>,
  ): Promise<Answer> {
    await endOrTimeout(ended, since + MAX_WAIT_MS - performance.now());
    return this.begin(question, crowd, read);
  }

  private begin(question: string, crowd: Crowd, read: Read<Answer>): Promise<Answer> {
    const answer = read(crowd);
    const line: Line<Answer> = { underWay: { ended: answer.catch(() => undefined), since: performance.now() } };
    this.lines.set(question, line);
    void line.underWay.ended.then(() => {
      // Whoever waits begins anew, and has the line from then on.
      if (!line.next && this.lines.get(question) === line) this.lines.delete(question);
    });
    return answer;
  }
}

/** Resolves when something has ended, at the latest after some milliseconds. */
async function endOrTimeout(ended: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, Math.max(ms, 0))));
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

/** Clients who wait for one answer: gone when all of them are. */
class Crowd implements HangUp {
  onGone: (() => void) | undefined;
  private readonly members: HangUp[] = [];

  get isGone(): boolean {
    return this.members.every(({ isGone }) => isGone);
  }

  join(member: HangUp): void {
    this.members.push(member);
    member.onGone = () => {
      if (this.isGone) this.onGone?.();
    };
  }
}
