# Walks through docs/hosting.md in a fresh Debian: walk.sh FOLDER PACKAGE. Needs root.
set -euo pipefail
folder=$1 package=$2 fresh=$1/root
[ "$(id -u)" = 0 ] || { echo "only root can make a fresh Debian" >&2; exit 1; }
missing=
for need in debootstrap:debootstrap unshare:util-linux ip:iproute2 curl:curl openssl:openssl; do
    command -v "${need%%:*}" >/dev/null || missing="$missing ${need#*:}"
done
[ -z "$missing" ] || { echo "this needs Debian packages: apt-get install$missing" >&2; exit 1; }

if [ ! -e "$folder/base.tar" ]; then
    rm -rf "$fresh"
    debootstrap --variant=minbase bookworm "$fresh" >"$folder/debootstrap.log"
    tar -C "$fresh" -cf "$folder/base.tar.partial" . && mv "$folder/base.tar.partial" "$folder/base.tar"
fi
rm -rf "$fresh" && mkdir "$fresh" && tar -C "$fresh" -xf "$folder/base.tar"

# The way out, as this machine has it.
cp -L /etc/resolv.conf "$fresh/etc/"
cp -rL /etc/apt/. "$fresh/etc/apt/"
# Packages need not be asked about, and nothing is started here.
printf '#!/bin/sh\nexit 101\n' >"$fresh/usr/sbin/policy-rc.d" && chmod 755 "$fresh/usr/sbin/policy-rc.d"
cp "$package" "$folder/commands.sh" "$folder/site.sh" "$fresh/root/"

inside() { # in the fresh Debian, with a view of its own processes
    unshare --mount --pid --fork sh -c '
        root=$1 && shift && mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" &&
        exec chroot "$root" "$@"' inside "$fresh" "$@"
}

echo "-- the commands of the page"
inside env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root \
    sh -c 'apt-get update -q && apt-get install -yq man-db cron && sh /root/commands.sh'

echo "-- the settings are the site's alone, and what the program is built from is listed"
[ "$(chroot "$fresh" stat -c %a:%U:%G /etc/merels/merels.toml)" = 640:root:merels ]
chroot "$fresh" test -s /usr/share/doc/merels/merels.cdx.json

echo "-- the site with its settings, on a network of its own"
# Here no authority can see whose name it is: a certificate of our own stands in for ACME.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=merels.example \
    -addext subjectAltName=DNS:merels.example \
    -keyout "$fresh/etc/merels/key.pem" -out "$fresh/etc/merels/cert.pem" 2>/dev/null
sed -i '/^acme/d' "$fresh/etc/merels/merels.toml"
printf 'tls_cert = "/etc/merels/cert.pem"\ntls_key = "/etc/merels/key.pem"\n' >>"$fresh/etc/merels/merels.toml"
chroot "$fresh" chown -R merels: /etc/merels /var/lib/merels
unshare --net --mount --pid --fork --kill-child sh -euxc '
    fresh=$1
    ip link set lo up
    echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
    chroot "$fresh" setpriv --reuid=merels --regid=merels --clear-groups \
        sh -c "cd /var/lib/merels && exec merels serve --config /etc/merels/merels.toml" &
    ask() { curl --silent --show-error --fail --max-time 5 --cacert "$fresh/etc/merels/cert.pem" \
        --connect-to ::127.0.0.1: "$@"; }
    for _ in $(seq 50); do ask https://merels.example/readyz 2>/dev/null && break; sleep 0.2; done
    ask https://merels.example/readyz
    ask https://merels.example/rules | grep -q "/about/imprint"
    ask https://merels.example/about/privacy | grep -q "until you delete it"
    ask --head http://merels.example/rules | grep -qi "location: https://merels.example/rules"
    ask http://127.0.0.1:9464/metrics | grep -q "^merels_moves_total"
    chroot "$fresh" env PATH=/usr/sbin:/usr/bin:/sbin:/bin sh /root/site.sh
' ask "$fresh"

if command -v systemd-analyze >/dev/null; then
    echo "-- the unit"
    # Fails above 2.0.
    systemd-analyze security --offline=yes --threshold=20 --root="$fresh" merels.service --no-pager | tail -1
else
    echo "-- systemd-analyze is not here: the unit was not judged (apt-get install systemd)"
fi
rm -rf "$fresh"
echo "The walk is done."
