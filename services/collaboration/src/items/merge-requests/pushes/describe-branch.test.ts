import { textsOf } from './describe-branch';

describe('texts of a merge request for a branch', () => {
  const only = { title: 'Add a file', message: 'Add a file\n\nIt is needed.\n' };

  it('are those of its only commit', () => {
    expect(textsOf('topic', only, {})).toEqual({ title: 'Add a file', description: 'It is needed.' });
    expect(textsOf('topic', { title: 'One', message: 'One\n' }, {})).toEqual({ title: 'One', description: undefined });
  });

  it('are made of its name otherwise', () => {
    expect(textsOf('add-a_file', undefined, {})).toEqual({ title: 'Add a file', description: undefined });
    expect(textsOf('_', undefined, {}).title).toBe('_');
    expect(textsOf('x', { title: 'é'.repeat(300), message: '' }, {}).title).toBe('é'.repeat(255));
  });

  it('are those of the author, if given', () => {
    expect(textsOf('topic', only, { title: 'Mine' })).toEqual({ title: 'Mine', description: 'It is needed.' });
    expect(textsOf('topic', only, { description: 'Mine' })).toEqual({ title: 'Add a file', description: 'Mine' });
  });
});
