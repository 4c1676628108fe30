import { dirname } from "node:path";

/** Absolute paths on the server. */
export interface UnitPaths {
  /** The folder that holds content/. */
  readonly folder: string;
  /** The published folder. */
  readonly root: string;
  readonly node: string;
  /** scripts/tool.ts, or tool.js of the installed package. */
  readonly tool: string;
}

/** Keeps V8's young generation small, as in package.json and in the Dockerfile: 15 MB less under load. */
export const MEMORY_FLAG = "--max-semi-space-size=8";

/** Units of the sidecar and of the nightly sync, by file name. They run as a user without rights. */
export const systemdUnits = (paths: UnitPaths): Readonly<Record<string, string>> => ({
  "reviews-sidecar.service": sidecarService(paths),
  "reviews-sync.service": syncService(paths),
  "reviews-sync.timer": SYNC_TIMER,
});

const sidecarService = ({
  folder,
  root,
  node,
  tool,
}: UnitPaths): string => `# /etc/systemd/system/reviews-sidecar.service
# The sidecar, next to nginx or Caddy. Deploy to ${root} first, then:
#   useradd --system --shell /usr/sbin/nologin reviews
#   printf 'MCP_SESSION_KEY=%s\\n' "$(openssl rand -hex 24)" > /etc/reviews-sidecar.env && chmod 600 /etc/reviews-sidecar.env
#   systemctl enable --now reviews-sidecar.service
[Unit]
Description=Sidecar of the verified reviews: search, MCP and the WebSub hub
After=network-online.target
Wants=network-online.target

[Service]
User=reviews
Group=reviews
WorkingDirectory=${folder}
Environment=NODE_ENV=production HOST=127.0.0.1 PORT=3000 DIST_DIR=${root}
Environment=HUB_DATABASE=/var/lib/reviews/hub.sqlite TRUSTED_PROXIES=127.0.0.1/32
EnvironmentFile=-/etc/reviews-sidecar.env
ExecStart=${node} ${MEMORY_FLAG} ${tool} sidecar
Restart=always
RestartSec=2
# DRAIN_SECONDS, and then up to 10 s for requests in flight.
TimeoutStopSec=20
StateDirectory=reviews
StateDirectoryMode=0700
MemoryMax=768M
TasksMax=128
LimitNOFILE=65536

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
UMask=0077

[Install]
WantedBy=multi-user.target
`;

const syncService = ({
  folder,
  root,
  node,
  tool,
}: UnitPaths): string => `# /etc/systemd/system/reviews-sync.service
# One run of sync; reviews-sync.timer starts it. Secrets of the sources and of the target are in its EnvironmentFile.
# The user reviews must own ${folder} and ${dirname(root)}, then:
#   systemctl enable --now reviews-sync.timer
[Unit]
Description=Imports the sources of the verified reviews, builds and deploys
After=network-online.target
Wants=network-online.target

[Service]
Type=oneshot
User=reviews
Group=reviews
WorkingDirectory=${folder}
Environment=DEPLOY_TARGET=file://${root}
EnvironmentFile=-/etc/reviews-sync.env
ExecStart=${node} ${tool} sync
TimeoutStartSec=30min

NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ReadWritePaths=${folder} ${dirname(root)}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictSUIDSGID=yes
LockPersonality=yes
`;

const SYNC_TIMER = `# /etc/systemd/system/reviews-sync.timer
[Unit]
Description=Synchronizes the verified reviews each night

[Timer]
OnCalendar=*-*-* 03:17:00
RandomizedDelaySec=20min
Persistent=yes

[Install]
WantedBy=timers.target
`;
