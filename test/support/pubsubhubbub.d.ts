declare module "pubsubhubbub" {
  interface SubscriberEvent {
    readonly topic: string;
    readonly feed?: Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  }
  type DoneCallback = (error: Error | null) => void;
  export interface PubSub {
    listener(): (request: object, response: object) => void;
    subscribe(topic: string, hub: string, done: DoneCallback): void;
    unsubscribe(topic: string, hub: string, done: DoneCallback): void;
    on(event: string, listener: (event: SubscriberEvent) => void): void;
  }
  const pubsubhubbub: { createServer(options: { readonly callbackUrl: string }): PubSub };
  export default pubsubhubbub;
}
