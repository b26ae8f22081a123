# Mistvale as an image: `docker build -t mistvale .`, then `docker compose up`, or alone:
# docker run --read-only --tmpfs /tmp -p 8000:8000 -v tables:/data -v rules:/cache mistvale

FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY src src
RUN python -m venv /opt/mistvale \
    && /opt/mistvale/bin/pip install --no-cache-dir --constraint constraints.txt ".[openid,postgres,push,tracing]"
# Rules are compiled for the processor they run on. If that is another one, the first start does it again, into the volume.
RUN MISTVALE_CACHE=/cache /opt/mistvale/bin/mistvale compile

FROM python:3.12-slim
COPY --from=build /opt/mistvale /opt/mistvale
COPY --from=build --chown=65534:65534 /cache /cache
RUN install -d -o 65534 -g 65534 -m 700 /data
ENV PATH=/opt/mistvale/bin:$PATH MISTVALE_DATA=/data MISTVALE_CACHE=/cache HOME=/tmp
USER 65534:65534
VOLUME ["/data", "/cache"]
EXPOSE 8000
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["mistvale", "serve", "--host", "0.0.0.0", "--port", "8000"]
