#!/usr/bin/env bash
# One machine's Ceph with its S3 gateway, in memory and on the loopback only: to try the driver with, never to keep
# anything. Debian: apt-get install --no-install-recommends ceph-mon ceph-osd ceph-common radosgw curl
# Usage: radosgw.sh <new folder> [port]; it ends with the settings of a bucket, and with how to stop it.
set -euo pipefail
mkdir "${1:?a new folder}"
dir=$(cd "$1" && pwd)
port=${2:-7480}
monitor=127.0.0.1:$((port + 1))
mkdir "$dir"/{mon,osd,rgw,run,log}
cluster=$(cat /proc/sys/kernel/random/uuid)
cat > "$dir/ceph.conf" <<CONF
[global]
fsid = $cluster
mon_host = v1:$monitor
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $dir/run
log_file = $dir/log/\$name.log
pid_file = $dir/run/\$name.pid
admin_socket = $dir/run/\$name.asok
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 4294967296
[mon.a]
mon_data = $dir/mon
[osd.0]
osd_data = $dir/osd
[client.rgw]
rgw_data = $dir/rgw
rgw_frontends = beast endpoint=127.0.0.1:$port
CONF
export CEPH_CONF=$dir/ceph.conf
monmaptool --create --fsid "$cluster" --addv a "[v1:$monitor]" "$dir/monmap" > /dev/null
ceph-mon --mkfs -i a --monmap "$dir/monmap"
ceph-mon -i a
disk=$(cat /proc/sys/kernel/random/uuid)
timeout 60 ceph osd new "$disk" > /dev/null
ceph-osd -i 0 --mkfs --osd-uuid "$disk"
ceph-osd -i 0
radosgw --name client.rgw
until curl -fsS -m 5 "http://127.0.0.1:$port/" > /dev/null 2>&1; do sleep 1; done
timeout 60 radosgw-admin user create --uid=wasl --display-name=Wasl \
  --access-key=wasl-proof --secret-key=wasl-proof-secret > /dev/null
curl -fsS -X PUT -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' --aws-sigv4 aws:amz:default:s3 \
  --user wasl-proof:wasl-proof-secret "http://127.0.0.1:$port/wasl"
cat <<SAID
export STORAGE_URL='s3://wasl/proof?endpoint=http://127.0.0.1:$port&region=default'
export AWS_ACCESS_KEY_ID=wasl-proof AWS_SECRET_ACCESS_KEY=wasl-proof-secret
Stop it: kill \$(cat $dir/run/*.pid)
SAID
