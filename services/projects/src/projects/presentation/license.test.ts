import { api, asRoot, createUser, createProject, addMember, commitFile, type TestProject } from '@forgemesh/testing';

const root = asRoot();
const mit = `MIT License

Copyright (c) 2026 Ada Lovelace

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

/** Creates a project with one file on `main`. */
async function createProjectWithFile(path: string, content: string, fields: object = {}): Promise<TestProject> {
  const project = await createProject(root, fields);
  await commitFile(root, `/projects/${project.id}`, { path, content });
  return project;
}

const licenseOf = async (id: number, as = root) => {
  const { license, license_url } = (await as.get(`/projects/${id}?license=true`)).body;
  return { license, license_url };
};

describe('GET /projects/:id?license=true', () => {
  it('returns the license and its file', async () => {
    const project = await createProjectWithFile('LICENSE', mit, { visibility: 'public' });
    const expected = {
      license_url: `${project.web_url}/-/blob/main/LICENSE`,
      license: {
        key: 'mit',
        name: 'MIT License',
        nickname: null,
        html_url: 'https://choosealicense.com/licenses/mit/',
        source_url: 'https://opensource.org/license/mit/',
      },
    };
    expect(await licenseOf(project.id)).toEqual(expected);
    expect(await licenseOf(project.id, api())).toEqual(expected);
    const { body: plain } = await root.get(`/projects/${project.id}`);
    expect(plain).not.toHaveProperty('license');
    expect(plain).not.toHaveProperty('license_url');
  });

  it('returns an unknown license text as other', async () => {
    const project = await createProjectWithFile('COPYING.md', 'Do not copy.');
    expect(await licenseOf(project.id)).toEqual({
      license_url: `${project.web_url}/-/blob/main/COPYING.md`,
      license: {
        key: 'other',
        name: 'Other',
        nickname: null,
        html_url: 'https://choosealicense.com/licenses/other/',
        source_url: null,
      },
    });
  });

  it('is null without a license file', async () => {
    const none = { license: null, license_url: null };
    expect(await licenseOf((await createProjectWithFile('README.md', 'Hello')).id)).toEqual(none);
    const empty = await createProject(root);
    expect(await licenseOf(empty.id)).toEqual(none);
  });

  it('follows the default branch', async () => {
    const project = await createProjectWithFile('LICENSE', 'Mine.');
    expect((await licenseOf(project.id)).license.key).toBe('other');
    const actions = [{ action: 'update', file_path: 'LICENSE', content: mit }];
    await root.post(`/projects/${project.id}/repository/commits`, { branch: 'main', commit_message: 'x', actions });
    expect((await licenseOf(project.id)).license.key).toBe('mit');
  });

  it('requires the right to read the code', async () => {
    const project = await createProjectWithFile('LICENSE', mit);
    const guest = await createUser();
    await addMember(root, `/projects/${project.id}`, guest, 10);
    expect(await licenseOf(project.id, guest.api)).toEqual({});
  });
});
