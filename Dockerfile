# One image for every part: `tableshark serve` (the default), or `api`, `work` and `clock` over one store.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY constraints.txt ./
COPY core core
COPY api api
COPY workers workers
COPY plugins plugins
RUN python -m venv /opt/tableshark \
 && /opt/tableshark/bin/pip install --no-cache-dir --constraint constraints.txt ./core[redis] ./api ./workers ./plugins/*

FROM python:3.11-slim-bookworm
# Debian has a user `games` already; this one is ours alone.
RUN useradd --system --create-home --home-dir /home/app app \
 && install --directory --owner app --group app /data
COPY --from=build /opt/tableshark /opt/tableshark
ENV PATH=/opt/tableshark/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TABLESHARK_HOST=0.0.0.0 \
    TABLESHARK_DATA=/data
# hadolint ignore=DL3066
USER app
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/livez', timeout=2)"]
CMD ["tableshark", "serve"]
