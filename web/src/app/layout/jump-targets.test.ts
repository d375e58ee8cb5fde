import { matching, pagesFor } from './jump-targets';

const context = { isSignedIn: true, isAdmin: false, project: 'acme/web shop' };
const textsFor = (text: string, changes: Partial<typeof context> = {}): string[] =>
  matching(pagesFor({ ...context, ...changes }), text).map((target) => target.text);

describe('pages to jump to', () => {
  it('are found by the beginnings of their words', () => {
    expect(textsFor('new is')).toEqual(['New issue']);
    expect(textsFor('merge')).toEqual(['Merge requests', 'New merge request', 'Assigned merge requests']);
    expect(textsFor('requests merge')).toContain('Merge requests');
    expect(textsFor('quest')).toEqual([]);
  });

  it('of the current project come first, with its address', () => {
    const [first] = matching(pagesFor(context), 'issues');
    expect(first).toMatchObject({ to: '/acme/web%20shop/-/issues', detail: 'acme/web shop' });
  });

  it('are those that the visitor may open', () => {
    expect(textsFor('administration')).toEqual([]);
    expect(textsFor('administration', { isAdmin: true })).toEqual([
      'Administration',
      'Administration: users',
      'Administration: settings',
    ]);
    expect(textsFor('to-do')).toEqual(['To-do list']);
    expect(textsFor('to-do', { isSignedIn: false })).toEqual([]);
    expect(textsFor('sign in', { isSignedIn: false })).toEqual(['Sign in']);
    expect(textsFor('new', { isSignedIn: false })).toEqual([]);
  });

  it('have each address once', () => {
    const addresses = pagesFor(context).map(({ to }) => to);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
