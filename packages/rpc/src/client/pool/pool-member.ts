/** One process of a pool: its connection, its health, and the calls that it is handling. */
import {
  connectivityState,
  InterceptingCall,
  ListenerBuilder,
  Metadata,
  status as GrpcStatus,
  type Interceptor,
  type StatusObject,
} from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { isRead } from '../../operation';
import { ERROR_KEY, MEMBER_KEY } from '../../wire';
import type { Channel } from '../channel';

/**
 * `unknown`: not checked yet; `live`: it answers that it can serve; `stopping`: it finishes its
 * work, and gets no further calls; `degraded`: it answers that it cannot serve, because it has
 * lost the database; `lost`: it does not answer.
 */
export type MemberHealth = 'unknown' | 'live' | 'stopping' | 'degraded' | 'lost';

/** A member as health pages show it. */
export interface MemberState {
  /** Name that the process has announced, else its address. */
  name: string;
  /** `host:port` of its gRPC server. */
  address: string;
  health: MemberHealth;
  /** Time of the last answered check; undefined before the first one. */
  answeredAt: Date | undefined;
}

/** What a member needs of its pool. */
export interface MemberOptions {
  /** Position in the configured list; 0 for addresses of a name. */
  position: number;
  /** Interval of the checks, which is also their timeout, in milliseconds. */
  checkMs: number;
  /** Whether calls that write may be cancelled and repeated elsewhere if the member is lost. */
  areWritesRepeated: boolean;
  /** Opens its connection with the interceptor that observes all calls. */
  open(address: string, interceptor: Interceptor): Channel;
  /** Called after each change of its health. */
  onChange(): void;
  /** Whether other members can take its calls. */
  canMove(member: PoolMember): boolean;
}

/** Missed checks after which a member gets no further calls. */
const MAX_MISSED_CHECKS = 2;
/**
 * Missed checks after which its calls are repeated elsewhere: later, because on a busy machine
 * these repetitions would make others slow, too.
 */
const MAX_MISSED_BEFORE_MOVE = 3;
/** A check that ends this many times later than its timeout says that this process was busy. */
const OWN_DELAY_FACTOR = 1.5;
const CHECK = healthService['Check'] as {
  path: string;
  requestSerialize: (request: object) => Buffer;
  responseDeserialize: (bytes: Buffer) => { status: string };
};
/** Health by status of the standard health service. */
const healthByStatus: Partial<Record<string, MemberHealth>> = { SERVING: 'live', NOT_SERVING: 'stopping' };

/** A member of a pool. */
export class PoolMember {
  /** Name by which keys prefer it: that of the process, which it keeps when its address changes. */
  name: string;
  answeredAt: Date | undefined;
  /** Number of calls and connections of this process that it is handling. */
  outstanding = 0;
  private readonly channel: Channel;
  private readonly lossListeners = new Set<() => void>();
  private checkedHealth: MemberHealth = 'unknown';
  private isSuspect = false;
  private missedChecks = 0;
  private hasMoved = false;
  private isChecking = false;
  private isRetired = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    readonly address: string,
    private readonly options: MemberOptions,
  ) {
    this.name = address;
    this.channel = options.open(address, observeCalls(this, options));
    this.timer = setInterval(() => void this.check(), options.checkMs).unref();
    void this.check();
  }

  /** Its health, by the checks and by failed calls. */
  get health(): MemberHealth {
    return this.isSuspect ? 'lost' : this.checkedHealth;
  }

  /** Position in the configured list. */
  get position(): number {
    return this.options.position;
  }

  /** The client for a call. */
  client(): ReturnType<Channel['client']> {
    return this.channel.client();
  }

  /** Whether there is a connection, however slowly the process answers. */
  get isConnected(): boolean {
    return this.channel.client().getChannel().getConnectivityState(false) === connectivityState.READY;
  }

  /** Counts a call or connection; call the returned function at its end. */
  begin(): () => void {
    this.outstanding++;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.outstanding--;
      if (this.isRetired && this.outstanding === 0) this.channel.close();
    };
  }

  /**
   * Calls a listener if the member is lost or degraded while another one can take its calls.
   * Returns a function that removes the listener.
   */
  onLoss(listener: () => void): () => void {
    this.lossListeners.add(listener);
    return () => void this.lossListeners.delete(listener);
  }

  /**
   * Takes it out at once, because a connection was refused or lost, until the next check. Its other
   * calls go on: a process that stops refuses new ones only.
   */
  suspect(): void {
    if (this.isRetired) return;
    this.isSuspect = true;
    this.options.onChange();
    void this.check();
  }

  /** Ends the checks, and closes the connection when the last call has ended. */
  retire(): void {
    this.isRetired = true;
    clearInterval(this.timer);
    if (this.outstanding === 0) this.channel.close();
  }

  /** Closes it immediately. */
  close(): void {
    clearInterval(this.timer);
    this.isRetired = true;
    this.channel.close();
  }

  private async check(): Promise<void> {
    if (this.isChecking || this.isRetired) return;
    this.isChecking = true;
    const startedAt = performance.now();
    try {
      const health = await this.ask();
      this.missedChecks = 0;
      this.answeredAt = new Date();
      this.isSuspect = false;
      this.setHealth(health);
      if (health === 'degraded') this.moveCalls();
      else this.hasMoved = false;
    } catch (error) {
      const isUnreachable = (error as StatusObject).code === GrpcStatus.UNAVAILABLE;
      const isOwnDelay = performance.now() - startedAt > OWN_DELAY_FACTOR * this.options.checkMs;
      if (isUnreachable) this.missedChecks = MAX_MISSED_BEFORE_MOVE;
      else if (!isOwnDelay) this.missedChecks++;
      if (this.missedChecks >= MAX_MISSED_CHECKS) this.setHealth('lost');
      if (this.missedChecks >= MAX_MISSED_BEFORE_MOVE) this.moveCalls();
    } finally {
      this.isChecking = false;
    }
  }

  /** Lets callers repeat its calls elsewhere, once for each loss. */
  private moveCalls(): void {
    if (this.hasMoved || !this.options.canMove(this)) return;
    this.hasMoved = true;
    [...this.lossListeners].forEach((listener) => listener());
  }

  private ask(): Promise<MemberHealth> {
    return new Promise((resolve, reject) => {
      const call = this.client().makeUnaryRequest(
        CHECK.path,
        CHECK.requestSerialize,
        CHECK.responseDeserialize,
        { service: '' },
        new Metadata(),
        { deadline: Date.now() + this.options.checkMs },
        (error, response) => {
          if (error) reject(error);
          else resolve(healthByStatus[response?.status ?? ''] ?? 'degraded');
        },
      );
      call.on('metadata', (metadata) => {
        const [name] = metadata.get(MEMBER_KEY);
        if (name !== undefined) this.name = String(name);
      });
    });
  }

  private setHealth(health: MemberHealth): void {
    if (this.isRetired) return;
    this.checkedHealth = health;
    this.options.onChange();
  }
}

/**
 * Observes the calls of a member: counts them, takes the member out if a connection fails, and
 * cancels calls without a response when it is lost, which callers repeat elsewhere.
 */
function observeCalls(member: PoolMember, { areWritesRepeated }: MemberOptions): Interceptor {
  return (callOptions, nextCall) => {
    const inner = nextCall(callOptions);
    const { path } = callOptions.method_definition;
    if (path === CHECK.path) return new InterceptingCall(inner);
    const isRepeatable = areWritesRepeated || isRead({ path });
    let hasResponse = false;
    let isCancelled = false;
    return new InterceptingCall(inner, {
      start(metadata, _listener, next) {
        const end = member.begin();
        const stopListening = member.onLoss(() => {
          if (hasResponse || !isRepeatable) return;
          isCancelled = true;
          inner.cancelWithStatus(GrpcStatus.UNAVAILABLE, 'the process does not respond');
        });
        const observer = new ListenerBuilder()
          .withOnReceiveMessage((message, pass) => {
            hasResponse = true;
            pass(message);
          })
          .withOnReceiveStatus((status, pass) => {
            end();
            stopListening();
            if (!isCancelled && isLoss(status)) member.suspect();
            pass(status);
          })
          .build();
        next(metadata, observer);
      },
    });
  };
}

/** Whether a call failed because of its connection, and not by a response of the service. */
function isLoss({ code, metadata }: StatusObject): boolean {
  return code === GrpcStatus.UNAVAILABLE && metadata.get(ERROR_KEY).length === 0;
}
