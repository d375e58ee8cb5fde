/** Sends waiting hook deliveries in the background. */
export interface DeliveryRunner {
  /** Starts sending the deliveries of a hook; never throws. */
  wake(hookId: number): void;
  /** Starts sending for every hook with due deliveries. */
  wakeDue(): Promise<void>;
  /** Starts no more deliveries. Deliveries in progress are repeated by another process. */
  close(): void;
}
