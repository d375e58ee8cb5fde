import {
  api,
  createUser,
  createMember,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { createEpic, createLabel, createMilestone } from '#testing/fixtures';

describe('references in rendered texts', () => {
  let owner: TestUser;
  let group: Created & { full_path: string };
  let project: TestProject;
  let path: string;
  let main: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { visibility: 'public' });
    ({ path, project, main } = await createBranchedProject(owner.api, {
      namespace_id: group.id,
      visibility: 'public',
    }));
  });

  /** Link paths relative to the instance, by link text. */
  function linksIn(html: string): Record<string, string> {
    const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
    return Object.fromEntries(links.map(([, href = '', text = '']) => [text, new URL(href).pathname]));
  }

  describe('POST /markdown', () => {
    it('links all kinds of references in the project', async () => {
      const issue = await createIssue(owner.api, path);
      const epic = await createEpic(owner.api, group);
      const [label, milestone] = [await createLabel(owner.api, path), await createMilestone(owner.api, path)];
      // A text of digits only is parsed as a number.
      const shortSha = main.slice(0, Math.max(10, main.search(/[a-f]/) + 1));
      const text = [
        `#${issue.iid} and ${project.path_with_namespace}#${issue.iid} and &${epic.iid}`,
        `@${owner.username} ~${label.name} %"${milestone.title}" ${shortSha}`,
        '#999 @nobody-at-all ~nothing %nowhere 0123456789abcdef `#1`',
      ].join('\n\n');
      const rendered = await owner.api.post('/markdown', { text, gfm: true, project: project.path_with_namespace });
      const page = `/${project.path_with_namespace}/-`;
      expect(linksIn(rendered.body.html as string)).toEqual({
        [`#${issue.iid}`]: `${page}/issues/${issue.iid}`,
        [`${project.path_with_namespace}#${issue.iid}`]: `${page}/issues/${issue.iid}`,
        [`&amp;${epic.iid}`]: `/groups/${group.full_path}/-/epics/${epic.iid}`,
        [`@${owner.username}`]: `/${owner.username}`,
        [label.name]: `${page}/issues`,
        [`%${milestone.title}`]: `${page}/milestones/${String(milestone['iid'])}`,
        [shortSha]: `${page}/commit/${main}`,
      });
      const plain = await owner.api.post('/markdown', { text: `#${issue.iid}`, project: project.id });
      expect(plain.body.html).toBe(`<p>#${issue.iid}</p>\n`);
    });

    it('links issues of an external tracker', async () => {
      const other = await createProject(owner.api, { name: `tracked-${Date.now()}` });
      const hrefs = async (text: string): Promise<string[]> => {
        const { body } = await owner.api.post('/markdown', { text, gfm: true, project: other.path_with_namespace });
        return [...(body.html as string).matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
      };
      const text = 'See PROJ-12, `PROJ-13`, xPROJ-14, Proj-15 and #16';
      expect(await hrefs(text)).toEqual([]);
      const services = `/projects/${other.id}/services`;
      const jira = { url: 'https://jira.example.com/base/', username: 'bot', password: 'x' };
      expect((await owner.api.put(`${services}/jira`, jira)).status).toBe(200);
      expect(await hrefs(text)).toEqual(['https://jira.example.com/base/browse/PROJ-12']);
      await owner.api.delete(`${services}/jira`);
      const urls = { project_url: 'https://t.example.com', new_issue_url: 'https://t.example.com/new' };
      const tracker = { ...urls, issues_url: 'https://t.example.com/issues/:id' };
      await owner.api.put(`${services}/custom-issue-tracker`, tracker);
      expect(await hrefs(text)).toEqual(['https://t.example.com/issues/12']);
      await owner.api.put(`/projects/${other.id}`, { issues_access_level: 'disabled' });
      expect(await hrefs(text)).toEqual(['https://t.example.com/issues/12', 'https://t.example.com/issues/16']);
      await owner.api.delete(`${services}/custom-issue-tracker`);
      expect(await hrefs(text)).toEqual([]);
    });

    it('links only objects that the caller may read', async () => {
      const secret = await createIssue(owner.api, path, { confidential: true });
      const hidden = await createProject(owner.api);
      const elsewhere = await createIssue(owner.api, `/projects/${hidden.id}`);
      const text = `#${secret.iid} ${hidden.path_with_namespace}#${elsewhere.iid}`;
      const count = async (as: ReturnType<typeof api>): Promise<number> => {
        const { body } = await as.post('/markdown', { text, gfm: true, project: project.id });
        return Object.keys(linksIn(body.html as string)).length;
      };
      expect(await count(owner.api)).toBe(2);
      expect(await count((await createMember(owner.api, path, 20)).api)).toBe(1);
      expect(await count((await createUser()).api)).toBe(0);
      expect(await count(api())).toBe(0);
    });
  });

  describe('GET /projects/:id/merge_requests/:merge_request_iid', () => {
    it('links in title and description with render_html', async () => {
      const issue = await createIssue(owner.api, path);
      const secret = await createIssue(owner.api, path, { confidential: true });
      const texts = { title: `After #${issue.iid}`, description: `See #${secret.iid}` };
      const made = await createMergeRequest(owner.api, path, texts);
      const read = async (as: TestUser): Promise<string[]> => {
        const { body } = await as.api.get(`${path}/merge_requests/${made.iid}?render_html=true`);
        return Object.keys({ ...linksIn(body.title_html as string), ...linksIn(body.description_html as string) });
      };
      expect(await read(owner)).toEqual([`#${issue.iid}`, `#${secret.iid}`]);
      expect(await read(await createUser())).toEqual([`#${issue.iid}`]);
    });
  });
});
