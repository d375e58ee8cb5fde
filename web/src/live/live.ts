/**
 * Changes as they happen: one connection of the visible tab, for the topics of the mounted pages. A
 * topic is the path that the API reads it with. Without a connection, queries poll.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { accessToken, isSignedIn, subscribe as onSessionChange } from '#session/session';

const PATH = '/-/events';
/** Pages that follow each other cause one connection. */
const SETTLE_MS = 200;
const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 120_000;

type Listener = () => void;

const topics = new Map<string, Set<Listener>>();
const stateListeners = new Set<Listener>();
let connection: AbortController | undefined;
/** Topics that the server reports, as a sorted list. */
let connected = '';
let retryMs = MIN_RETRY_MS;
let timer: number | undefined;
let isStarted = false;

/** Calls `listener` after each change of a topic; returns a function that stops it. */
export function watchTopic(topic: string, listener: Listener): () => void {
  start();
  topics.set(topic, (topics.get(topic) ?? new Set()).add(listener));
  schedule(SETTLE_MS);
  return () => {
    const listeners = topics.get(topic);
    listeners?.delete(listener);
    if (listeners?.size === 0) topics.delete(topic);
    schedule(SETTLE_MS);
  };
}

/** Whether changes of a topic are reported, so that nothing has to poll. */
export function isLive(topic: string): boolean {
  return connected.split(' ').includes(topic);
}

/** Calls `listener` when `isLive` may have changed. */
export function onLiveChange(listener: Listener): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  // A hidden tab needs no connection: its queries load again when it is shown.
  document.addEventListener('visibilitychange', () => schedule(0));
  onSessionChange(() => {
    close();
    schedule(0);
  });
}

function wanted(): string {
  return document.visibilityState === 'visible' && isSignedIn() ? [...topics.keys()].sort().join(' ') : '';
}

function schedule(delay: number): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void update(), delay);
}

let opened = '';

function update(): void {
  if (wanted() === opened) return;
  close();
  const list = wanted();
  if (list === '') return;
  opened = list;
  const controller = new AbortController();
  connection = controller;
  read(list, controller.signal)
    .catch(() => undefined)
    .finally(() => {
      if (connection !== controller) return;
      close();
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      schedule(retryMs);
    });
}

function close(): void {
  connection?.abort();
  connection = undefined;
  opened = '';
  setConnected('');
}

function setConnected(list: string): void {
  if (list === connected) return;
  connected = list;
  for (const listener of stateListeners) listener();
}

async function read(list: string, signal: AbortSignal): Promise<void> {
  const token = await accessToken();
  if (token === undefined) return;
  const query = new URLSearchParams(list.split(' ').map((topic) => ['topic', topic]));
  const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
  const response = await fetch(`${PATH}?${query.toString()}`, { headers, signal });
  if (!response.ok || !response.body) return;
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { event, data } = next.value;
    if (event === 'ready') {
      setConnected(list);
      // Something may have changed since the page loaded its data, or while it was disconnected.
      if (retryMs > MIN_RETRY_MS) for (const topic of list.split(' ')) notify(topic);
      retryMs = MIN_RETRY_MS;
    } else if (event === 'change') notify((JSON.parse(data) as { topic: string }).topic);
  }
}

function notify(topic: string): void {
  for (const listener of topics.get(topic) ?? []) listener();
}
