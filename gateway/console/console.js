/**
 * The admin console: calls the administration operations and shows their responses as tables.
 * Values become text, never markup: nothing here parses HTML, and the page's
 * Content-Security-Policy would block it.
 */
(() => {
  'use strict';

  const KEY = 'forgemesh-console-token';
  const byId = (id) => document.getElementById(id);
  const message = byId('message');
  const signIn = byId('sign-in');
  const signOut = byId('sign-out');
  const sections = byId('sections');

  /** Columns and actions of each table. */
  const tables = [
    {
      title: 'Services',
      path: '/admin/services',
      fields: ['name', 'health', 'revision', 'contract', 'uptime', 'started_at', 'last_answered_at'],
    },
    {
      title: 'Consumers',
      path: '/admin/consumers',
      fields: ['stream', 'name', 'lag', 'pending', 'ack_pending', 'redelivered', 'oldest_event_age', 'paused'],
    },
    {
      title: 'Dead letters',
      path: '/admin/dead_letters',
      fields: ['service', 'consumer', 'event_type', 'event_subject', 'failed_at', 'replays', 'error'],
      actions: [
        { name: 'Show event', show: (row) => ['GET', `/admin/dead_letters/${encodeURIComponent(row.id)}`] },
        { name: 'Replay', call: (row) => ['POST', `/admin/dead_letters/${encodeURIComponent(row.id)}/replay`] },
        {
          name: 'Drop',
          confirmation: 'The event will never be handled. Drop it?',
          call: (row) => ['DELETE', `/admin/dead_letters/${encodeURIComponent(row.id)}`],
        },
      ],
    },
    {
      title: 'Jobs',
      path: '/admin/jobs',
      filter: { name: 'state', values: ['waiting', 'running', 'failed', 'done'] },
      fields: ['id', 'state', 'status', 'project_id', 'user_id', 'failures', 'due_at', 'error'],
      actions: [
        {
          name: 'Retry',
          when: ({ state }) => state === 'failed' || state === 'waiting',
          call: (row) => ['POST', `/admin/jobs/${encodeURIComponent(row.id)}/retry`],
        },
        {
          name: 'Cancel',
          when: ({ state }) => state === 'waiting',
          confirmation: 'The job will be marked as failed. Cancel it?',
          call: (row) => ['POST', `/admin/jobs/${encodeURIComponent(row.id)}/cancel`],
        },
      ],
    },
    {
      title: 'Hook deliveries',
      path: '/admin/hook_deliveries',
      filter: { name: 'state', values: ['waiting', 'delivered', 'failed'] },
      fields: ['id', 'project_id', 'hook_id', 'url', 'trigger', 'state', 'tries', 'response_status', 'created_at'],
      actions: [
        {
          name: 'Resend',
          when: ({ project_id: project }) => project !== null,
          call: (row) => ['POST', `/projects/${row.project_id}/hooks/${row.hook_id}/events/${row.id}/resend`],
        },
      ],
    },
  ];

  /** Creates an element. Properties are assigned; string children become text nodes. */
  function element(name, properties = {}, ...children) {
    const created = Object.assign(document.createElement(name), properties);
    created.append(...children);
    return created;
  }

  function say(text) {
    message.textContent = text;
  }

  /** Calls the API. Throws an Error with the message of an error response. */
  async function call(method, path) {
    const headers = { 'PRIVATE-TOKEN': sessionStorage.getItem(KEY) ?? '' };
    const response = await fetch(`/api/v4${path}`, { method, headers, credentials: 'omit', cache: 'no-store' });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const body = isJson && text !== '' ? JSON.parse(text) : text;
    if (response.ok) return { body, headers: response.headers };
    const why = (body && (body.message ?? body.error)) || response.status;
    const error = new Error(typeof why === 'string' ? why : JSON.stringify(why));
    error.status = response.status;
    throw error;
  }

  /** Creates a table with its buttons; `read` loads its rows. */
  function makeTable({ title, path, fields, filter, actions = [] }) {
    let page = 1;
    const heading = element('h2', { textContent: title, id: title.toLowerCase().replaceAll(' ', '-') });
    const body = element('tbody');
    const previous = element('button', { type: 'button', textContent: 'Previous', hidden: true });
    const next = element('button', { type: 'button', textContent: 'Next', hidden: true });
    const refresh = element('button', { type: 'button', textContent: 'Refresh' });
    const choice = element('select', {}, element('option', { value: '', textContent: 'all' }));
    choice.setAttribute('aria-label', `Only ${title.toLowerCase()} in this state`);
    for (const value of filter?.values ?? []) choice.append(element('option', { value, textContent: value }));
    choice.hidden = !filter;

    async function read() {
      const query = new URLSearchParams({ page, per_page: 50 });
      if (filter && choice.value !== '') query.set(filter.name, choice.value);
      const { body: rows, headers } = await call('GET', `${path}?${query}`);
      body.replaceChildren(...rows.map(makeRow));
      if (rows.length === 0) body.append(element('tr', {}, element('td', { textContent: 'None.', colSpan: 99 })));
      previous.hidden = !headers.get('x-prev-page');
      next.hidden = !headers.get('x-next-page');
      const failed = headers.get('x-unanswered');
      if (failed) say(`${title}: no response from ${failed}`);
    }

    function makeRow(row) {
      const cells = fields.map((field) => element('td', { textContent: textOf(row[field]) }));
      const buttons = actions.filter(({ when }) => !when || when(row)).map((action) => makeButton(action, row));
      return element('tr', {}, ...cells, ...(actions.length > 0 ? [element('td', {}, ...buttons)] : []));
    }

    function makeButton({ name, confirmation, call: change, show }, row) {
      const button = element('button', { type: 'button', textContent: name });
      button.setAttribute('aria-label', `${name} ${row.id}`);
      button.addEventListener('click', () => {
        if (confirmation && !confirm(confirmation)) return;
        button.disabled = true;
        void attempt(async () => {
          if (show) return showBelow(button, await call(...show(row)));
          try {
            await call(...change(row));
            say(`${name} ${row.id}: done`);
          } finally {
            await read();
          }
        });
      });
      return button;
    }

    const attemptRead = () => void attempt(read);
    const turn = (by) => () => {
      page += by;
      attemptRead();
    };
    previous.addEventListener('click', turn(-1));
    next.addEventListener('click', turn(1));
    refresh.addEventListener('click', attemptRead);
    choice.addEventListener('change', () => {
      page = 1;
      attemptRead();
    });
    const names = [...fields.map((field) => field.replaceAll('_', ' ')), ...(actions.length > 0 ? ['actions'] : [])];
    const heads = names.map((name) => element('th', { scope: 'col', textContent: name }));
    const table = element('table', {}, element('thead', {}, element('tr', {}, ...heads)), body);
    table.setAttribute('aria-labelledby', heading.id);
    const section = element('section', {}, element('div', {}, heading, choice, refresh, previous, next), table);
    return { section, read };
  }

  function showBelow(button, { body }) {
    const shown = element('pre', { textContent: JSON.stringify(body.event ?? body, null, 2) });
    button.closest('tr').after(element('tr', {}, element('td', { colSpan: 99 }, shown)));
  }

  function textOf(value) {
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  /** Runs an action and shows its error, if any. */
  async function attempt(work) {
    try {
      await work();
    } catch (error) {
      if (error.status === 401) leave();
      say(error.message);
    }
  }

  function leave() {
    sessionStorage.removeItem(KEY);
    sections.replaceChildren();
    sections.hidden = true;
    signOut.hidden = true;
    signIn.hidden = false;
  }

  /**
   * Shows all tables to an administrator. Each is loaded separately, so that a failing one hides no
   * other.
   */
  async function enter() {
    const { body: user } = await call('GET', '/user');
    if (user.is_admin !== true) {
      leave();
      throw new Error('This page is for administrators.');
    }
    const created = tables.map(makeTable);
    sections.replaceChildren(...created.map(({ section }) => section));
    signIn.hidden = true;
    signOut.hidden = false;
    sections.hidden = false;
    say(`Signed in as ${user.username}`);
    await Promise.all(created.map(({ read }) => attempt(read)));
  }

  signIn.addEventListener('submit', (event) => {
    event.preventDefault();
    const field = byId('token');
    sessionStorage.setItem(KEY, field.value.trim());
    field.value = '';
    void attempt(enter);
  });
  signOut.addEventListener('click', () => {
    leave();
    say('Signed out');
  });
  if (sessionStorage.getItem(KEY) === null) signIn.hidden = false;
  else void attempt(enter);
})();
