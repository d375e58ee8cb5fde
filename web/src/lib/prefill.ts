/** Values of a new issue or merge request in the address: `?issue[title]=`. */

/** What an address says about a new item. */
export interface Prefill {
  title: string | undefined;
  description: string | undefined;
  /** Name of a template for the description. */
  template: string | undefined;
  isConfidential: boolean;
  assigneeIds: number[];
  milestoneId: number | null;
  labels: string[];
  dueDate: string;
  /** Keeps drafts apart: a text that an address brings does not replace one that was begun. */
  draftKey: string;
}

/** Reads the values; `kind` is the name that the parameters have. */
export function prefillOf(params: URLSearchParams, kind: 'issue' | 'merge_request'): Prefill {
  const get = (name: string): string | undefined => params.get(`${kind}[${name}]`) ?? undefined;
  const all = (name: string): string[] => params.getAll(`${kind}[${name}][]`);
  const title = get('title');
  const description = get('description');
  const template = params.get('issuable_template') ?? undefined;
  const assignees = [...all('assignee_ids'), ...all('assignee_id'), get('assignee_id') ?? ''];
  const milestone = Number(get('milestone_id') ?? '');
  const dueDate = get('due_date') ?? '';
  const own = [title, description, template].filter((text) => text !== undefined);
  return {
    title,
    description,
    template,
    isConfidential: get('confidential') === 'true',
    assigneeIds: assignees.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0),
    milestoneId: Number.isSafeInteger(milestone) && milestone > 0 ? milestone : null,
    labels: all('labels'),
    dueDate: /^\d{4}-\d\d-\d\d$/.test(dueDate) ? dueDate : '',
    draftKey: own.length === 0 ? '' : `?${own.join('&')}`,
  };
}
