import { suggestionMessage } from './commit-message';

const applied = {
  branch: 'feature',
  project: { name: 'Web', path: 'web' },
  user: { name: 'Ada', username: 'ada' },
  paths: ['a.txt', 'b.txt', 'a.txt'],
};

describe('suggestionMessage', () => {
  it.each([
    [undefined, 'Apply 3 suggestion(s) to 2 file(s)'],
    [' ', 'Apply 3 suggestion(s) to 2 file(s)'],
    ['%{username}: %{file_paths} on %{branch_name}', 'ada: a.txt, b.txt on feature'],
    ['%{project_name} %{project_path} %{user_full_name} %{co_authored_by}', 'Web web Ada'],
    ['%{other} 100%', '%{other} 100%'],
  ])('fills %j', (template, message) => {
    expect(suggestionMessage(template, applied)).toBe(message);
  });
});
