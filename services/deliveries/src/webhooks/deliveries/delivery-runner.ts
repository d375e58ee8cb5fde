/** Sends waiting hook deliveries in the background. */
export interface DeliveryRunner {
  /** Starts sending the deliveries of a hook; never throws. */
  wake(hookId: number): void;
  /** Starts sending for every hook with due deliveries. */
  wakeDue(): Promise<void>;
  /** Starts no more deliveries and waits for those in progress, as far as they end in time. */
  close(): Promise<void>;
}
