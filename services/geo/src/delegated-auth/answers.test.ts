import { ForbiddenError, UnavailableError } from '@forgemesh/errors';
import { Answers } from './answers';

const KEPT_MS = 60_000;

describe('answers of the primary', () => {
  let link: { isCut: jest.Mock<boolean, []> };
  let answers: Answers<string>;
  let ask: jest.Mock<Promise<string>, []>;

  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    link = { isCut: jest.fn(() => false) };
    answers = new Answers(link, KEPT_MS);
    ask = jest.fn(() => Promise.resolve('first'));
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const away = (): Promise<string> => Promise.reject(new UnavailableError());
  const later = (ms: number): void => void jest.setSystemTime(Date.now() + ms);

  it('are asked for once within a second, and anew after it', async () => {
    await Promise.all([answers.get('who', ask), answers.get('who', ask)]);
    later(999);
    await answers.get('who', ask);
    expect(ask).toHaveBeenCalledTimes(1);
    later(1);
    ask.mockResolvedValue('second');
    expect(await answers.get('who', ask)).toBe('second');
  });

  it('are kept apart by question', async () => {
    await answers.get('who', ask);
    ask.mockResolvedValue('other');
    expect(await answers.get('whom', ask)).toBe('other');
  });

  it('count for a while where the primary is away, and are not asked for while that is known', async () => {
    await answers.get('who', ask);
    later(KEPT_MS - 1);
    expect(await answers.get('who', away)).toBe('first');
    link.isCut.mockReturnValue(true);
    expect(await answers.get('who', ask)).toBe('first');
    expect(ask).toHaveBeenCalledTimes(1);
    later(1);
    await expect(answers.get('who', away)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it('are missing where the primary is away from the start', async () => {
    await expect(answers.get('who', away)).rejects.toMatchObject({ body: 'The primary node cannot be reached' });
  });

  it('do not hide an error of the primary', async () => {
    await answers.get('who', ask);
    later(1_000);
    await expect(answers.get('who', () => Promise.reject(new ForbiddenError()))).rejects.toMatchObject({
      reason: 'forbidden',
    });
  });
});
