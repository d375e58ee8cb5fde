import { KeptAnswers } from './kept-answers';

interface Answer {
  passes: boolean;
  project: number;
}

const passes: Answer = { passes: true, project: 1 };
let time: number;
let answers: KeptAnswers<Answer>;
beforeEach(() => {
  time = 1_000;
  answers = new KeptAnswers({ isKept: (answer) => answer.passes, clock: { now: () => time } });
});

/** A question that is answered when the test says so. */
function slowly() {
  let answer!: (value: Answer) => void;
  let fail!: (error: Error) => void;
  const later = new Promise<Answer>((resolve, reject) => ([answer, fail] = [resolve, reject]));
  return { ask: jest.fn(() => later), answer, fail };
}

describe('an answer', () => {
  it('is kept for half a second', async () => {
    expect(answers.known('who')).toBeUndefined();
    expect(await answers.ask('who', () => Promise.resolve(passes))).toBe(passes);
    time += 499;
    expect(answers.known('who')).toBe(passes);
    expect(answers.known('who else')).toBeUndefined();
    time += 2;
    expect(answers.known('who')).toBeUndefined();
  });

  it('is not kept where it is a refusal or a failure', async () => {
    expect(await answers.ask('who', () => Promise.resolve({ ...passes, passes: false }))).toMatchObject({
      passes: false,
    });
    expect(answers.known('who')).toBeUndefined();
    await expect(answers.ask('who', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(answers.known('who')).toBeUndefined();
    expect(await answers.ask('who', () => Promise.resolve(passes))).toBe(passes);
  });

  it('is dropped with all others, or alone', async () => {
    const other = { ...passes, project: 2 };
    await answers.ask('one', () => Promise.resolve(passes));
    await answers.ask('other', () => Promise.resolve(other));
    answers.drop(({ project }) => project === 1);
    expect([answers.known('one'), answers.known('other')]).toEqual([undefined, other]);
    answers.drop();
    expect(answers.known('other')).toBeUndefined();
  });

  it('is not kept where something was dropped while it was on its way', async () => {
    const [before, after] = [slowly(), slowly()];
    const first = answers.ask('who', before.ask);
    answers.drop(({ project }) => project === 99);
    // Whoever asks after the change is not told what held before it.
    const second = answers.ask('who', after.ask);
    expect(after.ask).toHaveBeenCalledTimes(1);
    before.answer(passes);
    await first;
    expect(answers.known('who')).toBeUndefined();
    const changed = { ...passes, project: 2 };
    after.answer(changed);
    expect(await second).toBe(changed);
    expect(answers.known('who')).toBe(changed);
  });
});

describe('a question', () => {
  it('is asked once where many ask it at the same time', async () => {
    const { ask, answer } = slowly();
    const asked = [1, 2, 3].map(() => answers.ask('who', ask));
    answer(passes);
    expect(await Promise.all(asked)).toEqual([passes, passes, passes]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked again by each whom the answer to another one would refuse', async () => {
    const refused = slowly();
    const first = answers.ask('who', refused.ask);
    const second = answers.ask('who', () => Promise.resolve(passes));
    refused.answer({ ...passes, passes: false });
    expect(await first).toMatchObject({ passes: false });
    expect(await second).toBe(passes);
    const failed = slowly();
    const third = answers.ask('who', failed.ask);
    const fourth = answers.ask('who', () => Promise.resolve(passes));
    failed.fail(new Error('away'));
    await expect(third).rejects.toThrow('away');
    expect(await fourth).toBe(passes);
  });
});
